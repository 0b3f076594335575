-- AlterTable
ALTER TABLE "act" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'act',
ADD COLUMN     "failure_code" TEXT;
