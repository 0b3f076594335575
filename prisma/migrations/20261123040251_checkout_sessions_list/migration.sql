-- DropIndex
DROP INDEX "checkout_session_account_id_idx";

-- CreateIndex
CREATE INDEX "checkout_session_account_id_livemode_created_at_id_idx" ON "checkout_session"("account_id", "livemode", "created_at", "id");

-- Cards that customers have saved, in the order in which lists have them: others are in no list.
CREATE INDEX "card_saved_idx" ON "card"("account_id", "livemode", "created_at", "id") WHERE "customer_id" IS NOT NULL;
