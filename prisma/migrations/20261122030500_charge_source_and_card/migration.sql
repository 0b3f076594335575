-- White-label installments are paid with a card on a source: a charge has either or both of them, or a linked account.
ALTER TABLE "charge" DROP CONSTRAINT "charge_instrument_check";
ALTER TABLE "charge" ADD CONSTRAINT "charge_instrument_check" CHECK (num_nonnulls(coalesce("source_id", "card_id"), "linked_account_id") = 1);
