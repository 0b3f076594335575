-- The mode of a charge, which a search names, says nothing of the mode of its source to the planner. With the mode between account and type, releases of PostgreSQL
-- before 18, which cannot skip a column, read all sources of the account.
CREATE INDEX IF NOT EXISTS "source_account_id_type_livemode_idx" ON "source"("account_id", "type", "livemode");
DROP INDEX IF EXISTS "source_account_id_livemode_type_idx";
