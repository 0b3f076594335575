-- CreateTable
CREATE TABLE "request_log" (
    "id" TEXT NOT NULL,
    "account_id" TEXT,
    "livemode" BOOLEAN,
    "host" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "query" JSON NOT NULL,
    "parameters" JSON,
    "status" INTEGER,
    "is_in_progress" BOOLEAN NOT NULL,
    "answer" TEXT,
    "is_answer_cut" BOOLEAN NOT NULL,
    "error_code" TEXT,
    "error_message" TEXT,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "request_id" TEXT NOT NULL,
    "key_prefix" TEXT,
    "objects" TEXT[],
    "fault" TEXT,
    "at" TIMESTAMPTZ(3),
    "machine_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT (pg_current_xact_id())::text::bigint,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_log_gap" (
    "account_id" TEXT NOT NULL,
    "xid" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,

    CONSTRAINT "request_log_gap_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "request_log_account_id_xid_id_idx" ON "request_log"("account_id", "xid", "id");
