-- CreateTable
CREATE TABLE "inbox" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "delay_ms" INTEGER NOT NULL,
    "times" INTEGER,
    "pruned_xid" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox_entry" (
    "id" TEXT NOT NULL,
    "inbox_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id())::text::bigint,

    CONSTRAINT "inbox_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inbox_token_key" ON "inbox"("token");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_account_id_name_key" ON "inbox"("account_id", "name");

-- CreateIndex
CREATE INDEX "inbox_entry_inbox_id_account_id_xid_id_idx" ON "inbox_entry"("inbox_id", "account_id", "xid", "id");

-- CreateIndex
CREATE INDEX "inbox_entry_account_id_idx" ON "inbox_entry"("account_id");

-- AddForeignKey
ALTER TABLE "inbox_entry" ADD CONSTRAINT "inbox_entry_inbox_id_fkey" FOREIGN KEY ("inbox_id") REFERENCES "inbox"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The last line of defence: what the code never writes is refused.
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_status_check" CHECK ("status" BETWEEN 200 AND 599);
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_times_check" CHECK ("times" >= 0);
