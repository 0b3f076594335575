-- AlterTable
ALTER TABLE "request_log" ADD COLUMN     "api_version" TEXT,
ADD COLUMN     "is_from_browser" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "key_kind" TEXT;
