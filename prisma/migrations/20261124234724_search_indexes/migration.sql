-- What charges are searched by (docs/fidelity.md SE3): by what a charge always has, and by what few have, which costs the others nothing.
CREATE INDEX "charge_account_id_livemode_status_currency_idx" ON "charge"("account_id", "livemode", "status", "currency");
CREATE INDEX "charge_account_id_livemode_amount_idx" ON "charge"("account_id", "livemode", "amount");
CREATE INDEX "charge_failure_code_idx" ON "charge"("account_id", "livemode", "failure_code") WHERE "failure_code" IS NOT NULL;
CREATE INDEX "charge_refunded_amount_idx" ON "charge"("account_id", "livemode", "refunded_amount") WHERE "refunded_amount" > 0;
CREATE INDEX "charge_voided_idx" ON "charge"("account_id", "livemode") WHERE "voided";
CREATE INDEX "charge_disputed_idx" ON "charge"("account_id", "livemode") WHERE "dispute_id" IS NOT NULL;
CREATE INDEX "charge_scheduled_idx" ON "charge"("account_id", "livemode") WHERE "schedule_id" IS NOT NULL;
CREATE INDEX "charge_uncaptured_idx" ON "charge"("account_id", "livemode") WHERE NOT "capture";
-- By their payment method and its installments.
CREATE INDEX "source_account_id_livemode_type_idx" ON "source"("account_id", "livemode", "type");
CREATE INDEX "source_installment_term_idx" ON "source"("account_id", "livemode", "installment_term") WHERE "installment_term" IS NOT NULL;
-- And by the last digits of a card. The account's cards are found by this index too.
CREATE INDEX "card_account_id_last_digits_idx" ON "card"("account_id", "last_digits");
DROP INDEX "card_account_id_idx";
