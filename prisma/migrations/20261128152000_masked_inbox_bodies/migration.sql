-- AlterTable
ALTER TABLE "inbox_entry" ADD COLUMN     "masked" BOOLEAN NOT NULL DEFAULT false;
