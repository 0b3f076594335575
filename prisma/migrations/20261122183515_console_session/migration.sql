-- CreateTable
CREATE TABLE "console_session" (
    "id_hash" TEXT NOT NULL,
    "sandbox_name" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_session_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "console_session_sandbox_name_idx" ON "console_session"("sandbox_name");

-- CreateIndex
CREATE INDEX "console_session_expires_at_idx" ON "console_session"("expires_at");

-- AddForeignKey
ALTER TABLE "console_session" ADD CONSTRAINT "console_session_sandbox_name_fkey" FOREIGN KEY ("sandbox_name") REFERENCES "sandbox"("name") ON DELETE CASCADE ON UPDATE CASCADE;
