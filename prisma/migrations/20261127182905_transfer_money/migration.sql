-- Test money no longer waits (docs/fidelity.md TR3).
UPDATE "transaction" SET "transferable_at" = "transaction"."created_at" FROM "account"
WHERE "account"."id" = "transaction"."account_id" AND NOT "transaction"."livemode"
  AND "transaction"."transferable_at" > coalesce("account"."frozen_at", now() + "account"."clock_offset_ms" * interval '1 millisecond');

-- AlterTable
ALTER TABLE "transfer" ADD COLUMN     "idemp_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "transfer_account_id_livemode_idemp_key_key" ON "transfer"("account_id", "livemode", "idemp_key");

-- The twins in snapshots
ALTER TABLE "snapshot"."transfer" ADD COLUMN     "idemp_key" TEXT;
