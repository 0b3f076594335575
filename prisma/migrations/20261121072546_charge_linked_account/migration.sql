-- AlterTable
ALTER TABLE "charge" ADD COLUMN     "linked_account_id" TEXT;

-- AddForeignKey
ALTER TABLE "charge" ADD CONSTRAINT "charge_linked_account_id_fkey" FOREIGN KEY ("linked_account_id") REFERENCES "linked_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The last line of defence: what the code never writes is refused. A charge takes its money from one place.
ALTER TABLE "charge" ADD CONSTRAINT "charge_instrument_check" CHECK (num_nonnulls("source_id", "card_id", "linked_account_id") = 1);
