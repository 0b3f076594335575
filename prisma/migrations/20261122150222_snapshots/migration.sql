-- AlterTable
ALTER TABLE "account" ADD COLUMN     "restored_xid" BIGINT,
ADD COLUMN     "successor_id" TEXT;

-- CreateTable
CREATE TABLE "snapshot" (
    "id" BIGSERIAL NOT NULL,
    "sandbox_name" TEXT,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "frozen" BOOLEAN NOT NULL,
    "settings" JSONB NOT NULL,
    "row_count" INTEGER NOT NULL,

    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "snapshot_sandbox_name_name_key" ON "snapshot"("sandbox_name", "name");

-- AddForeignKey
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_sandbox_name_fkey" FOREIGN KEY ("sandbox_name") REFERENCES "sandbox"("name") ON DELETE SET NULL ON UPDATE CASCADE;

-- The rows of snapshots: a table for each that is saved, with its columns but the account. Whatever changes a column of one changes the other.
CREATE SCHEMA "snapshot";

CREATE TABLE "snapshot"."source" ("snapshot_id" BIGINT NOT NULL, LIKE "source");
ALTER TABLE "snapshot"."source" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "source_key" ON "snapshot"."source"("snapshot_id", "id");

CREATE TABLE "snapshot"."customer" ("snapshot_id" BIGINT NOT NULL, LIKE "customer");
ALTER TABLE "snapshot"."customer" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "customer_key" ON "snapshot"."customer"("snapshot_id", "id");

CREATE TABLE "snapshot"."linked_account" ("snapshot_id" BIGINT NOT NULL, LIKE "linked_account");
ALTER TABLE "snapshot"."linked_account" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "linked_account_key" ON "snapshot"."linked_account"("snapshot_id", "id");

CREATE TABLE "snapshot"."card" ("snapshot_id" BIGINT NOT NULL, LIKE "card");
ALTER TABLE "snapshot"."card" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "card_key" ON "snapshot"."card"("snapshot_id", "id");

CREATE TABLE "snapshot"."charge" ("snapshot_id" BIGINT NOT NULL, LIKE "charge");
ALTER TABLE "snapshot"."charge" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "charge_key" ON "snapshot"."charge"("snapshot_id", "id");

CREATE TABLE "snapshot"."token" ("snapshot_id" BIGINT NOT NULL, LIKE "token");
ALTER TABLE "snapshot"."token" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "token_key" ON "snapshot"."token"("snapshot_id", "id");

CREATE TABLE "snapshot"."transaction" ("snapshot_id" BIGINT NOT NULL, LIKE "transaction");
ALTER TABLE "snapshot"."transaction" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "transaction_key" ON "snapshot"."transaction"("snapshot_id", "id");

CREATE TABLE "snapshot"."journal_entry" ("snapshot_id" BIGINT NOT NULL, LIKE "journal_entry");
ALTER TABLE "snapshot"."journal_entry" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "journal_entry_key" ON "snapshot"."journal_entry"("snapshot_id", "posting_id", "ledger");

CREATE TABLE "snapshot"."refund" ("snapshot_id" BIGINT NOT NULL, LIKE "refund");
ALTER TABLE "snapshot"."refund" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "refund_key" ON "snapshot"."refund"("snapshot_id", "id");

CREATE TABLE "snapshot"."dispute" ("snapshot_id" BIGINT NOT NULL, LIKE "dispute");
ALTER TABLE "snapshot"."dispute" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "dispute_key" ON "snapshot"."dispute"("snapshot_id", "id");

CREATE TABLE "snapshot"."dispute_document" ("snapshot_id" BIGINT NOT NULL, LIKE "dispute_document");
ALTER TABLE "snapshot"."dispute_document" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "dispute_document_key" ON "snapshot"."dispute_document"("snapshot_id", "id");

CREATE TABLE "snapshot"."event" ("snapshot_id" BIGINT NOT NULL, LIKE "event");
ALTER TABLE "snapshot"."event" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "event_key" ON "snapshot"."event"("snapshot_id", "id");

CREATE TABLE "snapshot"."webhook_delivery" ("snapshot_id" BIGINT NOT NULL, LIKE "webhook_delivery");
ALTER TABLE "snapshot"."webhook_delivery" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "webhook_delivery_key" ON "snapshot"."webhook_delivery"("snapshot_id", "id");

CREATE TABLE "snapshot"."webhook_attempt" ("snapshot_id" BIGINT NOT NULL, LIKE "webhook_attempt");
ALTER TABLE "snapshot"."webhook_attempt" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "webhook_attempt_key" ON "snapshot"."webhook_attempt"("snapshot_id", "delivery_id", "number");

CREATE TABLE "snapshot"."idempotency_key" ("snapshot_id" BIGINT NOT NULL, LIKE "idempotency_key");
ALTER TABLE "snapshot"."idempotency_key" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "idempotency_key_key" ON "snapshot"."idempotency_key"("snapshot_id", "livemode", "key_kind", "key_hash");

CREATE TABLE "snapshot"."clock_move" ("snapshot_id" BIGINT NOT NULL, LIKE "clock_move");
ALTER TABLE "snapshot"."clock_move" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "clock_move_key" ON "snapshot"."clock_move"("snapshot_id", "id");
