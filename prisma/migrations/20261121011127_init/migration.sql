-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "api_version" TEXT NOT NULL,
    "zero_interest_installments" BOOLEAN NOT NULL DEFAULT false,
    "webhook_secret" TEXT NOT NULL,
    "clock_offset_ms" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "sha256" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "kind" TEXT NOT NULL,
    "public_key" TEXT,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "uri" TEXT NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("account_id","livemode")
);

-- CreateTable
CREATE TABLE "source" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "platform_type" TEXT,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "charge" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "captured_amount" BIGINT NOT NULL,
    "funding_amount" BIGINT NOT NULL,
    "funding_currency" TEXT NOT NULL,
    "fee_flat" TEXT NOT NULL,
    "fee_rate" TEXT NOT NULL,
    "vat_rate" TEXT NOT NULL,
    "description" TEXT,
    "metadata" JSON NOT NULL,
    "capture" BOOLEAN NOT NULL,
    "ip" TEXT,
    "return_uri" TEXT,
    "payment_id" TEXT,
    "source_id" TEXT,
    "provider_references" TEXT[],
    "transaction_id" TEXT,
    "failure_code" TEXT,
    "webhook_endpoints" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "authorized_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "expired_at" TIMESTAMPTZ(3),
    "reversed_at" TIMESTAMPTZ(3),

    CONSTRAINT "charge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "key" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "api_version" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "uri" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "answer_start" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_slug_key" ON "account"("slug");

-- CreateIndex
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "charge_payment_id_key" ON "charge"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "charge_source_id_key" ON "charge"("source_id");

-- CreateIndex
CREATE INDEX "charge_account_id_livemode_created_at_id_idx" ON "charge"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_account_id_livemode_created_at_id_idx" ON "event"("account_id", "livemode", "created_at", "id");

-- CreateIndex
CREATE INDEX "event_object_id_created_at_id_idx" ON "event"("object_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charge" ADD CONSTRAINT "charge_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the sweeps look for: only what is still to be done, so that they stay small however much is done.
CREATE INDEX "charge_pending_idx" ON "charge"("account_id", "expires_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_delivery_pending_idx" ON "webhook_delivery"("account_id", "next_attempt_at") WHERE "status" = 'pending';

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "charge" ADD CONSTRAINT "charge_status_check" CHECK ("status" IN ('pending', 'successful', 'failed', 'expired', 'reversed'));
ALTER TABLE "charge" ADD CONSTRAINT "charge_captured_check" CHECK ("captured_amount" BETWEEN 0 AND "amount");
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check" CHECK ("status" IN ('pending', 'delivered', 'exhausted'));
