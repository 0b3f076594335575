-- CreateTable
CREATE TABLE "idempotency_key" (
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "key_kind" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("account_id","livemode","key_kind","key_hash")
);

-- CreateIndex
CREATE INDEX "idempotency_key_account_id_created_at_idx" ON "idempotency_key"("account_id", "created_at");
