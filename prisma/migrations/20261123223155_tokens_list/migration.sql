-- DropIndex
DROP INDEX "token_account_id_idx";

-- CreateIndex
CREATE INDEX "token_account_id_livemode_created_at_id_idx" ON "token"("account_id", "livemode", "created_at", "id");
