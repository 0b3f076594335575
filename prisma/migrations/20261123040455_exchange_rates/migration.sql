-- AlterTable
ALTER TABLE "account" ADD COLUMN     "exchange_rates" JSONB;

-- Snapshots that are there have none.
UPDATE "snapshot" SET "settings" = "settings" || '{"exchange_rates": null}'::jsonb;
