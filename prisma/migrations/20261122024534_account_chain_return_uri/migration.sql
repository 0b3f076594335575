-- AlterTable
ALTER TABLE "account" ADD COLUMN     "chain_return_uri" TEXT;
