-- CreateTable
CREATE TABLE "chain" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chain_account_id_livemode_created_at_id_idx" ON "chain"("account_id", "livemode", "created_at", "id");

-- The chains of snapshots.
CREATE TABLE "snapshot"."chain" ("snapshot_id" BIGINT NOT NULL, LIKE "chain");
ALTER TABLE "snapshot"."chain" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "chain_key" ON "snapshot"."chain"("snapshot_id", "id");
