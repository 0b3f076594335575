-- AlterTable
ALTER TABLE "account" ADD COLUMN     "three_d_secure" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "authentication" TEXT,
ADD COLUMN     "authorization_type" TEXT,
ADD COLUMN     "card_id" TEXT,
ADD COLUMN     "customer_id" TEXT,
ADD COLUMN     "refund_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refunded_amount" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "voided" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "card" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "customer_id" TEXT,
    "attached_at" TIMESTAMPTZ(3),
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "financing" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "first_digits" TEXT NOT NULL,
    "last_digits" TEXT NOT NULL,
    "expiration_month" INTEGER NOT NULL,
    "expiration_year" INTEGER NOT NULL,
    "security_code_check" BOOLEAN NOT NULL,
    "outcome" TEXT NOT NULL,
    "street1" TEXT,
    "street2" TEXT,
    "city" TEXT,
    "state" TEXT,
    "postal_code" TEXT,
    "phone_number" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "card_id" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "charge_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "description" TEXT,
    "email" TEXT,
    "metadata" JSON NOT NULL,
    "default_card_id" TEXT,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transaction" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "key" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "transferable_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "journal_entry" (
    "transaction_id" TEXT NOT NULL,
    "ledger" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "journal_entry_pkey" PRIMARY KEY ("transaction_id","ledger")
);

-- CreateTable
CREATE TABLE "refund" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "charge_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "funding_amount" BIGINT NOT NULL,
    "funding_currency" TEXT NOT NULL,
    "voided" BOOLEAN NOT NULL,
    "metadata" JSON NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "card_customer_id_created_at_id_idx" ON "card"("customer_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "token_card_id_key" ON "token"("card_id");

-- CreateIndex
CREATE UNIQUE INDEX "token_charge_id_key" ON "token"("charge_id");

-- CreateIndex
CREATE INDEX "customer_account_id_livemode_created_at_id_idx" ON "customer"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "transaction_account_id_livemode_created_at_id_idx" ON "transaction"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "refund_charge_id_created_at_id_idx" ON "refund"("charge_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refund_account_id_livemode_created_at_id_idx" ON "refund"("account_id", "livemode", "created_at", "id");

-- AddForeignKey
ALTER TABLE "card" ADD CONSTRAINT "card_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer" ADD CONSTRAINT "customer_default_card_id_fkey" FOREIGN KEY ("default_card_id") REFERENCES "card"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge" ADD CONSTRAINT "charge_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "journal_entry" ADD CONSTRAINT "journal_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the balance is added up from, without reading the table.
CREATE INDEX "journal_entry_balance_idx" ON "journal_entry"("account_id", "livemode", "currency") INCLUDE ("amount") WHERE "ledger" = 'merchant';

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "charge" ADD CONSTRAINT "charge_refunded_check" CHECK ("refunded_amount" BETWEEN 0 AND "captured_amount");
ALTER TABLE "refund" ADD CONSTRAINT "refund_amount_check" CHECK ("amount" > 0 AND "funding_amount" >= 0);
ALTER TABLE "transaction" ADD CONSTRAINT "transaction_direction_check" CHECK ("direction" IN ('credit', 'debit') AND "amount" >= 0);

-- Charges that were paid before there was a journal.
WITH "paid" AS (
  SELECT *, round("funding_amount" * "fee_rate"::numeric / 100) + round("fee_flat"::numeric * 100) AS "fee"
  FROM "charge" WHERE "transaction_id" IS NOT NULL
), "posted" AS (
  SELECT *, round("fee" * "vat_rate"::numeric / 100) AS "vat" FROM "paid"
), "new_transaction" AS (
  INSERT INTO "transaction" ("id", "account_id", "livemode", "key", "direction", "amount", "currency", "origin", "transferable_at", "created_at")
  SELECT "transaction_id", "account_id", "livemode", 'charge.captured.net', 'credit', "funding_amount" - "fee" - "vat", "funding_currency", "id",
    "paid_at", "paid_at" FROM "posted"
)
INSERT INTO "journal_entry" ("transaction_id", "ledger", "account_id", "livemode", "currency", "amount")
SELECT "transaction_id", "line"."ledger", "account_id", "livemode", "funding_currency", "line"."amount"
FROM "posted" CROSS JOIN LATERAL (VALUES
  ('customers', -"funding_amount"), ('merchant', "funding_amount" - "fee" - "vat"), ('fees', "fee"), ('vat', "vat")
) AS "line" ("ledger", "amount") WHERE "line"."amount" <> 0;
