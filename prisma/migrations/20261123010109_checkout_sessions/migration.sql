-- CreateTable
CREATE TABLE "checkout_session" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "order_id" TEXT,
    "description" TEXT,
    "payment_methods" TEXT[],
    "complete_url" TEXT NOT NULL,
    "cancel_url" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "theme_color" TEXT,
    "text_color" TEXT,
    "locale" TEXT,
    "auto_capture" BOOLEAN NOT NULL,
    "webhook_endpoints" TEXT[],
    "charge_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_session_charge_id_key" ON "checkout_session"("charge_id");

-- CreateIndex
CREATE INDEX "checkout_session_account_id_idx" ON "checkout_session"("account_id");

-- AddForeignKey
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charge"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The checkout sessions of snapshots.
CREATE TABLE "snapshot"."checkout_session" ("snapshot_id" BIGINT NOT NULL, LIKE "checkout_session");
ALTER TABLE "snapshot"."checkout_session" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "checkout_session_key" ON "snapshot"."checkout_session"("snapshot_id", "id");
