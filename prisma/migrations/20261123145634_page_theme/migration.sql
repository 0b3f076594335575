-- AlterTable
ALTER TABLE "account" ADD COLUMN     "page_theme" TEXT NOT NULL DEFAULT 'plain';

-- Snapshots that are there were taken without it.
UPDATE "snapshot" SET "settings" = "settings" || '{"page_theme": "plain"}'::jsonb;
