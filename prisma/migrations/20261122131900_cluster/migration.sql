-- CreateTable
CREATE TABLE "cluster" (
    "system_identifier" TEXT NOT NULL,

    CONSTRAINT "cluster_pkey" PRIMARY KEY ("system_identifier")
);
