-- Several exams of an account could run at once: the newest goes on, and releases what the others held.
UPDATE "exam" SET "holds" = true WHERE "ended_at" IS NULL AND EXISTS (
  SELECT FROM "exam" "older" WHERE "older"."account_id" = "exam"."account_id" AND "older"."ended_at" IS NULL AND "older"."holds");
UPDATE "exam" SET "ended_at" = now(), "problem" = coalesce("problem", 'Another exam ran at the same time.')
WHERE "ended_at" IS NULL AND EXISTS (
  SELECT FROM "exam" "newer" WHERE "newer"."account_id" = "exam"."account_id" AND "newer"."ended_at" IS NULL AND "newer"."id" > "exam"."id");

-- CreateIndex
CREATE UNIQUE INDEX "exam_account_id_running_key" ON "exam"("account_id") WHERE "ended_at" IS NULL;
