-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "change" JSONB;

-- The twins in snapshots
ALTER TABLE "snapshot"."webhook_attempt" ADD COLUMN     "change" JSONB;

-- Attempts of replays
ALTER TABLE "webhook_attempt" DROP CONSTRAINT "webhook_attempt_trigger_check";
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_trigger_check" CHECK ("trigger" IN ('schedule', 'manual', 'fault', 'replay'));
