-- AlterTable
ALTER TABLE "exam" ADD COLUMN     "verdicts" TEXT[] DEFAULT ARRAY[]::TEXT[];

UPDATE "exam" SET "verdicts" = ARRAY(SELECT "result"->>'verdict' FROM jsonb_array_elements("results") "result");
