-- CreateTable
CREATE TABLE "exam" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "results" JSONB NOT NULL DEFAULT '[]',
    "question" JSONB,
    "answer" JSONB,
    "problem" TEXT,
    "holds" BOOLEAN NOT NULL DEFAULT false,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "exam_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exam_account_id_id_idx" ON "exam"("account_id", "id");

-- CreateIndex
CREATE INDEX "exam_running_idx" ON "exam"("alive_until") WHERE "ended_at" IS NULL;
