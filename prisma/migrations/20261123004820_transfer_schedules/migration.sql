-- AlterTable
ALTER TABLE "occurrence" ADD COLUMN     "transfer_amount" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "transfer" ADD COLUMN     "schedule_id" TEXT;

-- The same in snapshots.
ALTER TABLE "snapshot"."occurrence" ADD COLUMN "transfer_amount" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "snapshot"."transfer" ADD COLUMN "schedule_id" TEXT;
