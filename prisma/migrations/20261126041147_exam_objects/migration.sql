-- AlterTable
ALTER TABLE "exam" ADD COLUMN     "made" TEXT[] DEFAULT ARRAY[]::TEXT[];
