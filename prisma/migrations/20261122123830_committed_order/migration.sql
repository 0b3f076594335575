-- DropIndex
DROP INDEX "clock_move_account_id_id_idx";

-- DropIndex
DROP INDEX "webhook_delivery_account_id_idx";

-- AlterTable
ALTER TABLE "clock_move" ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "xid" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "event" ADD COLUMN     "xid" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "xid" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "account_id" TEXT,
ADD COLUMN     "machine_at" TIMESTAMPTZ(3),
ADD COLUMN     "xid" BIGINT NOT NULL DEFAULT 0;

-- What is there already comes before everything else, in the order of its ids. A new row has the number of its transaction.
ALTER TABLE "clock_move" ALTER COLUMN "xid" SET DEFAULT (pg_current_xact_id())::text::bigint;
ALTER TABLE "event" ALTER COLUMN "xid" SET DEFAULT (pg_current_xact_id())::text::bigint;
ALTER TABLE "webhook_delivery" ALTER COLUMN "xid" SET DEFAULT (pg_current_xact_id())::text::bigint;
ALTER TABLE "webhook_attempt" ALTER COLUMN "xid" SET DEFAULT (pg_current_xact_id())::text::bigint;

-- Whose the attempts are that are there already.
UPDATE "webhook_attempt" SET "account_id" = "webhook_delivery"."account_id" FROM "webhook_delivery" WHERE "webhook_delivery"."id" = "delivery_id";
ALTER TABLE "webhook_attempt" ALTER COLUMN "account_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "act" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN,
    "action" TEXT NOT NULL,
    "object_id" TEXT,
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id())::text::bigint,

    CONSTRAINT "act_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "act_account_id_xid_id_idx" ON "act"("account_id", "xid", "id");

-- CreateIndex
CREATE INDEX "clock_move_account_id_xid_id_idx" ON "clock_move"("account_id", "xid", "id");

-- CreateIndex
CREATE INDEX "event_account_id_xid_id_idx" ON "event"("account_id", "xid", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_account_id_xid_id_idx" ON "webhook_delivery"("account_id", "xid", "id");

-- CreateIndex
CREATE INDEX "webhook_attempt_account_id_xid_idx" ON "webhook_attempt"("account_id", "xid");
