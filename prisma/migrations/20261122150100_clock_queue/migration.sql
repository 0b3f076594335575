-- AlterTable
ALTER TABLE "clock_move" ADD COLUMN     "listener_pid" INTEGER,
ADD COLUMN     "why" TEXT;


-- Moves that wait for their turn are rows too.
ALTER TABLE "clock_move" DROP CONSTRAINT "clock_move_status_check",
DROP CONSTRAINT "clock_move_running_check",
DROP CONSTRAINT "clock_move_end_check";
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_status_check" CHECK ("status" IN ('queued', 'running', 'done', 'unfinished', 'interrupted'));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_claim_check" CHECK (("status" IN ('queued', 'running')) = ("claimed_until" IS NOT NULL));
ALTER TABLE "clock_move" ADD CONSTRAINT "clock_move_end_check" CHECK (("status" IN ('queued', 'running')) = ("ended_at" IS NULL));
CREATE INDEX "clock_move_queued_idx" ON "clock_move"("account_id", "xid", "id") WHERE "status" = 'queued';
