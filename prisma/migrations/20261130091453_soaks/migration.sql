-- AlterTable
ALTER TABLE "exam" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'exam';
