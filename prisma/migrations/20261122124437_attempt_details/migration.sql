-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "claimed_number" INTEGER,
ADD COLUMN     "extra_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "address" TEXT,
ADD COLUMN     "answer_headers" JSONB,
ADD COLUMN     "connect_ms" INTEGER,
ADD COLUMN     "first_byte_ms" INTEGER,
ADD COLUMN     "headers" JSONB,
ADD COLUMN     "trigger" TEXT NOT NULL DEFAULT 'schedule',
ADD COLUMN     "uri" TEXT;

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_trigger_check" CHECK ("trigger" IN ('schedule', 'manual', 'fault'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_extra_count_check" CHECK ("extra_count" BETWEEN 0 AND "attempt_count");
