-- CreateTable
CREATE TABLE "linked_account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "return_uri" TEXT NOT NULL,
    "last_digits" TEXT,
    "metadata" JSON NOT NULL,
    "failure_code" TEXT,
    "customer_id" TEXT,
    "registered_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "linked_account_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "linked_account_account_id_livemode_created_at_id_idx" ON "linked_account"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "linked_account_customer_id_created_at_id_idx" ON "linked_account"("customer_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "linked_account" ADD CONSTRAINT "linked_account_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "linked_account" ADD CONSTRAINT "linked_account_status_check" CHECK (
  "status" IN ('pending', 'successful', 'failed')
  AND ("last_digits" IS NOT NULL) = ("status" = 'successful')
  AND ("registered_at" IS NOT NULL) = ("status" = 'successful')
  AND ("failure_code" IS NOT NULL) = ("status" = 'failed')
  AND ("customer_id" IS NULL OR "status" = 'successful')
);
