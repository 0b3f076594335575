-- AlterTable
ALTER TABLE "account" ADD COLUMN     "clock_move_id" TEXT,
ADD COLUMN     "frozen_at" TIMESTAMPTZ(3),
ADD COLUMN     "watched_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "clock_move" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "runs_on" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "clock_move_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "clock_move_account_id_id_idx" ON "clock_move"("account_id", "id");

-- One move of a clock at a time.
CREATE UNIQUE INDEX "clock_move_running_key" ON "clock_move"("account_id") WHERE "status" = 'running';

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_action_check" CHECK ("action" IN ('freeze', 'resume', 'advance'));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_status_check" CHECK ("status" IN ('running', 'done', 'unfinished', 'interrupted'));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_running_check" CHECK (("status" = 'running') = ("claimed_until" IS NOT NULL));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_end_check" CHECK (("status" = 'running') = ("ended_at" IS NULL));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_order_check" CHECK ("to_at" >= "from_at");
-- Time stands still while it is moved.
ALTER TABLE "account" ADD CONSTRAINT "account_clock_move_check" CHECK ("clock_move_id" IS NULL OR "frozen_at" IS NOT NULL);
