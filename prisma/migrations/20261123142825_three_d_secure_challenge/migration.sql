-- AlterTable
ALTER TABLE "account" ADD COLUMN     "three_d_secure_challenge" TEXT NOT NULL DEFAULT 'buttons';

-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "wrong_password_count" INTEGER NOT NULL DEFAULT 0;

-- The same in snapshots: those that are there were taken without it.
ALTER TABLE "snapshot"."charge" ADD COLUMN "wrong_password_count" INTEGER NOT NULL DEFAULT 0;
UPDATE "snapshot" SET "settings" = "settings" || '{"three_d_secure_challenge": "buttons"}'::jsonb;
