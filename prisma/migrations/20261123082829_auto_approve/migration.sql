-- AlterTable
ALTER TABLE "account" ADD COLUMN     "auto_approve" BOOLEAN NOT NULL DEFAULT false;

-- Snapshots that are there were taken without it.
UPDATE "snapshot" SET "settings" = "settings" || '{"auto_approve": false}'::jsonb;
