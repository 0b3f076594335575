-- AlterTable
ALTER TABLE "card" ADD COLUMN     "tokenization_method" TEXT;
