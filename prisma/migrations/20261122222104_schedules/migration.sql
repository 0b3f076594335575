-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "schedule_id" TEXT;

-- CreateTable
CREATE TABLE "schedule" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "every" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "days" JSON NOT NULL,
    "start_on" TEXT NOT NULL,
    "end_on" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "scheduled_id" TEXT NOT NULL,
    "terms" JSON NOT NULL,
    "party_id" TEXT NOT NULL,
    "next_on" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "occurrence" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "schedule_id" TEXT NOT NULL,
    "scheduled_on" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result_id" TEXT,
    "message" TEXT,
    "attempt_count" INTEGER NOT NULL,
    "retry_on" TEXT,
    "retry_at" TIMESTAMPTZ(3),
    "processed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "occurrence_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "schedule_account_id_livemode_created_at_id_idx" ON "schedule"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "schedule_account_id_livemode_party_id_created_at_id_idx" ON "schedule"("account_id", "livemode", "party_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "occurrence_account_id_idx" ON "occurrence"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "occurrence_schedule_id_scheduled_on_key" ON "occurrence"("schedule_id", "scheduled_on");

-- AddForeignKey
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is due.
CREATE INDEX "schedule_next_idx" ON "schedule"("account_id", "next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "occurrence_retry_idx" ON "occurrence"("account_id", "retry_at") WHERE "retry_at" IS NOT NULL;

-- They are saved and restored.
ALTER TABLE "snapshot"."charge" ADD COLUMN "schedule_id" TEXT;
CREATE TABLE "snapshot"."schedule" ("snapshot_id" BIGINT NOT NULL, LIKE "schedule");
ALTER TABLE "snapshot"."schedule" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "schedule_key" ON "snapshot"."schedule"("snapshot_id", "id");
CREATE TABLE "snapshot"."occurrence" ("snapshot_id" BIGINT NOT NULL, LIKE "occurrence");
ALTER TABLE "snapshot"."occurrence" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "occurrence_key" ON "snapshot"."occurrence"("snapshot_id", "id");
