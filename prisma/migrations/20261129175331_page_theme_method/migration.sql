-- AlterTable
ALTER TABLE "account" ALTER COLUMN "page_theme" SET DEFAULT 'method';
