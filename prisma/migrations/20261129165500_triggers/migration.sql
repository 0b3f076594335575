-- AlterTable
ALTER TABLE "act" ADD COLUMN     "trigger_id" TEXT;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "trigger_id" TEXT;

-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "trigger_id" TEXT;

-- AlterTable
ALTER TABLE "fault_firing" ADD COLUMN     "trigger_id" TEXT;

-- The twins in snapshots
ALTER TABLE "snapshot"."event" ADD COLUMN     "trigger_id" TEXT;
ALTER TABLE "snapshot"."webhook_attempt" ADD COLUMN     "trigger_id" TEXT;
