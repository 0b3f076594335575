-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "link_id" TEXT;

-- CreateTable
CREATE TABLE "link" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "livemode" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "multiple" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "link_account_id_livemode_created_at_id_idx" ON "link"("account_id", "livemode", "created_at", "id");

-- AddForeignKey
ALTER TABLE "charge" ADD CONSTRAINT "charge_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "link"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Few charges come by a link. It is what finds those of one, in the order of their list.
CREATE INDEX "charge_link_id_idx" ON "charge"("link_id", "created_at", "id") WHERE "link_id" IS NOT NULL;

-- The links of snapshots, and which charges came by them.
ALTER TABLE "snapshot"."charge" ADD COLUMN "link_id" TEXT;
CREATE TABLE "snapshot"."link" ("snapshot_id" BIGINT NOT NULL, LIKE "link");
ALTER TABLE "snapshot"."link" DROP COLUMN "account_id";
CREATE UNIQUE INDEX "link_key" ON "snapshot"."link"("snapshot_id", "id");
