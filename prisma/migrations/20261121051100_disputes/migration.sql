-- DropForeignKey
ALTER TABLE "journal_entry" DROP CONSTRAINT "journal_entry_transaction_id_fkey";

-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "dispute_id" TEXT;

-- A posting that does not move the merchant's balance has entries, but no transaction. The primary key keeps its name.
ALTER TABLE "journal_entry" RENAME COLUMN "transaction_id" TO "posting_id";

-- CreateTable
CREATE TABLE "dispute" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "charge_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "funding_amount" BIGINT NOT NULL,
    "funding_currency" TEXT NOT NULL,
    "message" TEXT,
    "metadata" JSON NOT NULL,
    "reason_code" TEXT NOT NULL,
    "reason_message" TEXT NOT NULL,
    "started_transaction_id" TEXT NOT NULL,
    "won_transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dispute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dispute_document" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "dispute_id" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content" BYTEA,
    "download_token" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dispute_document_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "dispute_started_transaction_id_key" ON "dispute"("started_transaction_id");

-- CreateIndex
CREATE UNIQUE INDEX "dispute_won_transaction_id_key" ON "dispute"("won_transaction_id");

-- CreateIndex
CREATE INDEX "dispute_account_id_livemode_created_at_id_idx" ON "dispute"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "dispute_document_dispute_id_created_at_id_idx" ON "dispute_document"("dispute_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_started_transaction_id_fkey" FOREIGN KEY ("started_transaction_id") REFERENCES "transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_won_transaction_id_fkey" FOREIGN KEY ("won_transaction_id") REFERENCES "transaction"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispute_document" ADD CONSTRAINT "dispute_document_dispute_id_fkey" FOREIGN KEY ("dispute_id") REFERENCES "dispute"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The last line of defence: what the code never writes is refused. A charge has one dispute that is not won.
CREATE UNIQUE INDEX "dispute_charge_id_key" ON "dispute"("charge_id") WHERE "status" <> 'won';
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_amount_check" CHECK ("amount" > 0 AND "funding_amount" >= 0);
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_status_check" CHECK (
  "status" IN ('open', 'pending', 'won', 'lost')
  AND ("closed_at" IS NOT NULL) = ("status" IN ('won', 'lost'))
  AND ("won_transaction_id" IS NOT NULL) = ("status" = 'won')
);
ALTER TABLE "dispute_document" ADD CONSTRAINT "dispute_document_content_check" CHECK (
  CASE WHEN "deleted" THEN "content" IS NULL ELSE octet_length("content") BETWEEN 1 AND 5242880 END
);
