-- AlterTable
ALTER TABLE "card" ADD COLUMN     "has_email" BOOLEAN NOT NULL DEFAULT false;

-- The twins in snapshots
ALTER TABLE "snapshot"."card" ADD COLUMN     "has_email" BOOLEAN NOT NULL DEFAULT false;
