-- AlterTable
ALTER TABLE "source" ADD COLUMN     "details" JSON NOT NULL DEFAULT '{}',
ADD COLUMN     "installment_term" INTEGER,
ADD COLUMN     "zero_interest_installments" BOOLEAN;

-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "document_id" TEXT,
ADD COLUMN     "interest_rate" TEXT NOT NULL DEFAULT '0.0';
