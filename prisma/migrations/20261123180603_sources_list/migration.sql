-- DropIndex
DROP INDEX "source_account_id_idx";

-- CreateIndex
CREATE INDEX "source_account_id_livemode_created_at_id_idx" ON "source"("account_id", "livemode", "created_at", "id");
