-- AlterTable
ALTER TABLE "account" ADD COLUMN     "id_seed" TEXT;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "machine_at" TIMESTAMPTZ(3);

-- The twins in snapshots
ALTER TABLE "snapshot"."event" ADD COLUMN     "machine_at" TIMESTAMPTZ(3);
