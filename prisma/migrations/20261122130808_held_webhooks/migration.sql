-- AlterTable
ALTER TABLE "account" ADD COLUMN     "webhooks_held_at" TIMESTAMPTZ(3);

-- What waits to be released, so that it is found however much is done.
CREATE INDEX "webhook_delivery_held_idx" ON "webhook_delivery"("account_id", "id") WHERE "status" = 'held';

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_status_check";
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check" CHECK ("status" IN ('pending', 'held', 'delivered', 'exhausted'));
