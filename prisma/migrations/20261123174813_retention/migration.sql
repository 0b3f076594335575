-- AlterTable
ALTER TABLE "account" ADD COLUMN     "retention" TEXT;
