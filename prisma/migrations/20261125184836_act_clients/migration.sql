-- AlterTable
ALTER TABLE "act" ADD COLUMN     "client" TEXT;
