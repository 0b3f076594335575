-- DropForeignKey
ALTER TABLE "webhook_attempt" DROP CONSTRAINT "webhook_attempt_delivery_id_fkey";

-- AlterTable
ALTER TABLE "account"
ADD COLUMN     "api_url" TEXT,
ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "epoch" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "fidelity" TEXT,
ADD COLUMN     "pay_url" TEXT,
ADD COLUMN     "public_id" TEXT,
ADD COLUMN     "signature_time" TEXT NOT NULL DEFAULT 'machine',
ADD COLUMN     "vault_url" TEXT,
ADD COLUMN     "webhook_retry_delays_ms" JSONB,
ADD COLUMN     "webhook_timeout_ms" INTEGER;

-- An account that is there is in its first epoch.
UPDATE "account" SET "public_id" = "id";
ALTER TABLE "account" ALTER COLUMN "public_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "sandbox" (
    "name" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "key_nonce" TEXT,
    "ttl_ms" BIGINT,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "sandbox_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_number_key" ON "sandbox"("number");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_account_id_key" ON "sandbox"("account_id");

-- CreateIndex
CREATE INDEX "sandbox_expires_at_idx" ON "sandbox"("expires_at");

-- CreateIndex
CREATE INDEX "card_account_id_idx" ON "card"("account_id");

-- CreateIndex
CREATE INDEX "token_account_id_idx" ON "token"("account_id");

-- CreateIndex
CREATE INDEX "source_account_id_idx" ON "source"("account_id");

-- CreateIndex
CREATE INDEX "dispute_charge_id_idx" ON "dispute"("charge_id");

-- CreateIndex
CREATE INDEX "dispute_document_account_id_idx" ON "dispute_document"("account_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_account_id_idx" ON "webhook_delivery"("account_id");

-- CreateIndex
CREATE INDEX "journal_entry_account_id_idx" ON "journal_entry"("account_id");

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox" ADD CONSTRAINT "sandbox_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The demo account becomes the sandbox whose keys come from the settings. Its name was all that a slug was for.
INSERT INTO "sandbox" ("name", "account_id") SELECT 'default', "id" FROM "account" WHERE "slug" = 'demo';
DROP INDEX "account_slug_key";
ALTER TABLE "account" DROP COLUMN "slug";

-- What the worker has to remove: few, whatever else there is.
CREATE INDEX "account_closed_idx" ON "account"("closed_at") WHERE "closed_at" IS NOT NULL;

-- A row that is removed is looked for in these columns. Most charges and customers have nothing there.
CREATE INDEX "charge_card_id_idx" ON "charge"("card_id") WHERE "card_id" IS NOT NULL;
CREATE INDEX "charge_linked_account_id_idx" ON "charge"("linked_account_id") WHERE "linked_account_id" IS NOT NULL;
CREATE INDEX "customer_default_card_id_idx" ON "customer"("default_card_id") WHERE "default_card_id" IS NOT NULL;

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "account" ADD CONSTRAINT "account_signature_time_check" CHECK ("signature_time" IN ('machine', 'sandbox'));
ALTER TABLE "account" ADD CONSTRAINT "account_fidelity_check" CHECK ("fidelity" IN ('specified', 'recorded'));
ALTER TABLE "sandbox" ADD CONSTRAINT "sandbox_expiry_check" CHECK (("ttl_ms" IS NULL) = ("expires_at" IS NULL));
