-- AlterTable
ALTER TABLE "account" ADD COLUMN     "has_faults" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "settles_as" TEXT,
ADD COLUMN     "settles_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "fault" TEXT,
ADD COLUMN     "fault_call" INTEGER,
ADD COLUMN     "fault_effect" JSONB;

-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "fault" TEXT;

-- CreateTable
CREATE TABLE "fault" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "match" JSONB NOT NULL,
    "skip" INTEGER NOT NULL,
    "times" INTEGER,
    "probability" DOUBLE PRECISION NOT NULL,
    "seed" TEXT NOT NULL,
    "must_fire" BOOLEAN NOT NULL,
    "effect" JSONB NOT NULL,
    "matched_count" INTEGER NOT NULL DEFAULT 0,
    "fired_count" INTEGER NOT NULL DEFAULT 0,
    "awaited_count" INTEGER NOT NULL DEFAULT 0,
    "window_number" BIGINT,
    "window_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "matched_at" TIMESTAMPTZ(3),

    CONSTRAINT "fault_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fault_firing" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "fault" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "effect" JSONB NOT NULL,
    "object_id" TEXT,
    "request_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id())::text::bigint,

    CONSTRAINT "fault_firing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "fault_account_id_name_key" ON "fault"("account_id", "name");

-- CreateIndex
CREATE INDEX "fault_firing_account_id_xid_id_idx" ON "fault_firing"("account_id", "xid", "id");

-- What the sweep looks for, so that it is found however many charges there are.
CREATE INDEX "charge_settles_idx" ON "charge"("account_id", "settles_at") WHERE "status" = 'pending' AND "settles_at" IS NOT NULL;
-- Sandboxes with faults, for the sweep that looks whether they are over.
CREATE INDEX "account_has_faults_idx" ON "account"("id") WHERE "has_faults";
-- Deliveries that faults keep back.
CREATE INDEX "webhook_delivery_kept_back_idx" ON "webhook_delivery"("account_id", "fault") WHERE "status" = 'held' AND "fault" IS NOT NULL;

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "fault" ADD CONSTRAINT "fault_subject_check" CHECK ("subject" IN ('api', 'payment', 'webhook'));
ALTER TABLE "fault" ADD CONSTRAINT "fault_side_check" CHECK ("side" IN ('before', 'after'));
