-- CreateTable
CREATE TABLE "recipient" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "description" TEXT,
    "type" TEXT NOT NULL,
    "tax_id" TEXT NOT NULL,
    "bank_account" JSON NOT NULL,
    "is_default" BOOLEAN NOT NULL,
    "failure_code" TEXT,
    "metadata" JSON NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "activated_at" TIMESTAMPTZ(3),

    CONSTRAINT "recipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfer" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL,
    "recipient_id" TEXT NOT NULL,
    "bank_account" JSON NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "fee" BIGINT NOT NULL,
    "fee_vat" BIGINT NOT NULL,
    "fail_fast" BOOLEAN NOT NULL,
    "failure_code" TEXT,
    "metadata" JSON NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_transaction_id" TEXT,
    "failed_transaction_id" TEXT,

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "recipient_account_id_livemode_created_at_id_idx" ON "recipient"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_sent_transaction_id_key" ON "transfer"("sent_transaction_id");

-- CreateIndex
CREATE UNIQUE INDEX "transfer_failed_transaction_id_key" ON "transfer"("failed_transaction_id");

-- CreateIndex
CREATE INDEX "transfer_account_id_livemode_created_at_id_idx" ON "transfer"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "transfer_recipient_id_idx" ON "transfer"("recipient_id");

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "recipient"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_sent_transaction_id_fkey" FOREIGN KEY ("sent_transaction_id") REFERENCES "transaction"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_failed_transaction_id_fkey" FOREIGN KEY ("failed_transaction_id") REFERENCES "transaction"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One default recipient for each account and mode, whoever makes it first.
CREATE UNIQUE INDEX "recipient_default_idx" ON "recipient"("account_id", "livemode") WHERE "is_default";

-- What is to be sent or paid by itself.
CREATE INDEX "transfer_due_idx" ON "transfer"("account_id", "due_at") WHERE "due_at" IS NOT NULL;

-- The same in snapshots.
CREATE TABLE "snapshot"."recipient" ("snapshot_id" BIGINT NOT NULL, LIKE "recipient");
ALTER TABLE "snapshot"."recipient" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "recipient_key" ON "snapshot"."recipient"("snapshot_id", "id");
CREATE TABLE "snapshot"."transfer" ("snapshot_id" BIGINT NOT NULL, LIKE "transfer");
ALTER TABLE "snapshot"."transfer" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "transfer_key" ON "snapshot"."transfer"("snapshot_id", "id");
