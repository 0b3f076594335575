-- The faults of snapshots, with what they have counted.
CREATE TABLE "snapshot"."fault" ("snapshot_id" BIGINT NOT NULL, LIKE "fault");
ALTER TABLE "snapshot"."fault" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "fault_key" ON "snapshot"."fault"("snapshot_id", "id");
