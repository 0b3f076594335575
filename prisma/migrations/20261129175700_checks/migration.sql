-- Rules of a single row are checked by the database, for every writer. The names say the rules, and the comments are the sentences in
-- errors. The twins in snapshots have no checks: their rows come from checked ones, and imports run the checks on staged rows.
-- PostgreSQL prepares each check again for every statement that writes its table, so tables that each payment writes have few.

-- Rows that only an imported file made by hand can have are repaired first, in snapshots too. No other row can break a rule: the code
-- that writes a table, and the rules of imported files, have had its rules since its first rows.
UPDATE "charge" SET "failure_code" = NULL WHERE "status" = 'pending' AND "failure_code" IS NOT NULL;
UPDATE "snapshot"."charge" SET "failure_code" = NULL WHERE "status" = 'pending' AND "failure_code" IS NOT NULL;
UPDATE "card" SET "attached_at" = "created_at" WHERE "customer_id" IS NOT NULL AND "attached_at" IS NULL;
UPDATE "snapshot"."card" SET "attached_at" = "created_at" WHERE "customer_id" IS NOT NULL AND "attached_at" IS NULL;
UPDATE "occurrence" SET "attempt_count" = ("status" <> 'skipped')::int WHERE ("attempt_count" = 0) <> ("status" = 'skipped');
UPDATE "snapshot"."occurrence" SET "attempt_count" = ("status" <> 'skipped')::int WHERE ("attempt_count" = 0) <> ("status" = 'skipped');
UPDATE "webhook_attempt" SET "error" = NULL WHERE "status" IS NOT NULL AND "error" IS NOT NULL;
UPDATE "snapshot"."webhook_attempt" SET "error" = NULL WHERE "status" IS NOT NULL AND "error" IS NOT NULL;
UPDATE "clock_move" SET "why" = NULL WHERE "status" = 'done' AND "why" IS NOT NULL;
UPDATE "snapshot"."clock_move" SET "why" = NULL WHERE "status" = 'done' AND "why" IS NOT NULL;
UPDATE "fault" SET "fired_count" = "matched_count" WHERE "fired_count" > "matched_count";
UPDATE "snapshot"."fault" SET "fired_count" = "matched_count" WHERE "fired_count" > "matched_count";

-- account
ALTER TABLE "account" RENAME CONSTRAINT "account_fidelity_check" TO "account_fidelity_known";
ALTER TABLE "account" RENAME CONSTRAINT "account_signature_time_check" TO "account_signature_time_known";
ALTER TABLE "account" RENAME CONSTRAINT "account_clock_move_check" TO "account_frozen_while_clock_moves";
ALTER TABLE "account"
  ADD CONSTRAINT "account_three_d_secure_challenge_known" CHECK ("three_d_secure_challenge" IN ('buttons', 'otp')) NOT VALID,
  ADD CONSTRAINT "account_page_theme_known" CHECK ("page_theme" IN ('plain', 'method')) NOT VALID,
  ADD CONSTRAINT "account_closed_if_succeeded" CHECK ("successor_id" IS NULL OR "closed_at" IS NOT NULL) NOT VALID;
COMMENT ON CONSTRAINT "account_fidelity_known" ON "account" IS 'fidelity must be specified or recorded';
COMMENT ON CONSTRAINT "account_signature_time_known" ON "account" IS 'signature_time must be machine or sandbox';
COMMENT ON CONSTRAINT "account_frozen_while_clock_moves" ON "account" IS 'frozen_at must be set while the clock is moved';
COMMENT ON CONSTRAINT "account_three_d_secure_challenge_known" ON "account" IS 'three_d_secure_challenge must be buttons or otp';
COMMENT ON CONSTRAINT "account_page_theme_known" ON "account" IS 'page_theme must be plain or method';
COMMENT ON CONSTRAINT "account_closed_if_succeeded" ON "account" IS 'closed_at must be set if successor_id is';

-- api_key
ALTER TABLE "api_key"
  ADD CONSTRAINT "api_key_kind_known" CHECK ("kind" IN ('public', 'secret')) NOT VALID,
  ADD CONSTRAINT "api_key_public_key_if_public" CHECK (("public_key" IS NOT NULL) = ("kind" = 'public')) NOT VALID;
COMMENT ON CONSTRAINT "api_key_kind_known" ON "api_key" IS 'kind must be public or secret';
COMMENT ON CONSTRAINT "api_key_public_key_if_public" ON "api_key" IS 'public_key must be set if kind is public, and null otherwise';

-- act
ALTER TABLE "act"
  ADD CONSTRAINT "act_kind_known" CHECK ("kind" IN ('act', 'page')) NOT VALID;
COMMENT ON CONSTRAINT "act_kind_known" ON "act" IS 'kind must be act or page';

-- card
ALTER TABLE "card"
  ADD CONSTRAINT "card_number_not_stored" CHECK (octet_length("first_digits") <= 6 AND octet_length("last_digits") = 4) NOT VALID,
  ADD CONSTRAINT "card_attached_at_if_saved" CHECK ("customer_id" IS NULL OR "attached_at" IS NOT NULL) NOT VALID;
COMMENT ON CONSTRAINT "card_number_not_stored" ON "card" IS 'first_digits must have at most six digits, and last_digits four';
COMMENT ON CONSTRAINT "card_attached_at_if_saved" ON "card" IS 'attached_at must be set if customer_id is';

-- linked_account
ALTER TABLE "linked_account"
  DROP CONSTRAINT "linked_account_status_check",
  ADD CONSTRAINT "linked_account_status_known" CHECK ("status" IN ('pending', 'successful', 'failed')) NOT VALID,
  ADD CONSTRAINT "linked_account_last_digits_if_successful" CHECK (("last_digits" IS NOT NULL) = ("status" = 'successful')) NOT VALID,
  ADD CONSTRAINT "linked_account_registered_at_if_successful" CHECK (("registered_at" IS NOT NULL) = ("status" = 'successful')) NOT VALID,
  ADD CONSTRAINT "linked_account_failure_code_if_failed" CHECK (("failure_code" IS NOT NULL) = ("status" = 'failed')) NOT VALID,
  ADD CONSTRAINT "linked_account_customer_only_if_successful" CHECK ("customer_id" IS NULL OR "status" = 'successful') NOT VALID;
COMMENT ON CONSTRAINT "linked_account_status_known" ON "linked_account" IS 'status must be pending, successful or failed';
COMMENT ON CONSTRAINT "linked_account_last_digits_if_successful" ON "linked_account" IS 'last_digits must be set if status is successful, and null otherwise';
COMMENT ON CONSTRAINT "linked_account_registered_at_if_successful" ON "linked_account" IS 'registered_at must be set if status is successful, and null otherwise';
COMMENT ON CONSTRAINT "linked_account_failure_code_if_failed" ON "linked_account" IS 'failure_code must be set if status is failed, and null otherwise';
COMMENT ON CONSTRAINT "linked_account_customer_only_if_successful" ON "linked_account" IS 'customer_id must be null unless status is successful';

-- link
ALTER TABLE "link"
  ADD CONSTRAINT "link_amount_above_zero" CHECK ("amount" > 0) NOT VALID;
COMMENT ON CONSTRAINT "link_amount_above_zero" ON "link" IS 'amount must be above 0';

-- charge
ALTER TABLE "charge" RENAME CONSTRAINT "charge_instrument_check" TO "charge_one_instrument";
ALTER TABLE "charge"
  DROP CONSTRAINT "charge_status_check",
  DROP CONSTRAINT "charge_captured_check",
  DROP CONSTRAINT "charge_refunded_check",
  ADD CONSTRAINT "charge_status_by_times" CHECK ("status" = CASE WHEN "paid_at" IS NOT NULL THEN 'successful' WHEN "expired_at" IS NOT NULL THEN 'expired'
    WHEN "reversed_at" IS NOT NULL THEN 'reversed' WHEN "failure_code" IS NOT NULL THEN 'failed' ELSE 'pending' END) NOT VALID,
  ADD CONSTRAINT "charge_transaction_if_paid" CHECK (("transaction_id" IS NULL) = ("paid_at" IS NULL)) NOT VALID,
  ADD CONSTRAINT "charge_amounts_in_order" CHECK ("captured_amount" BETWEEN "refunded_amount" AND "amount" AND "refunded_amount" >= 0) NOT VALID;
COMMENT ON CONSTRAINT "charge_one_instrument" ON "charge" IS 'it must have source_id, card_id or linked_account_id';
COMMENT ON CONSTRAINT "charge_status_by_times" ON "charge" IS 'status must be successful if paid_at is set, expired if expired_at is, reversed if reversed_at is, failed if failure_code is, and pending otherwise';
COMMENT ON CONSTRAINT "charge_transaction_if_paid" ON "charge" IS 'transaction_id must be set if paid_at is, and null otherwise';
COMMENT ON CONSTRAINT "charge_amounts_in_order" ON "charge" IS 'captured_amount must be from refunded_amount to amount, and refunded_amount at least 0';

-- token
ALTER TABLE "token"
  ADD CONSTRAINT "token_used_at_if_charge" CHECK ("charge_id" IS NULL OR "used_at" IS NOT NULL) NOT VALID;
COMMENT ON CONSTRAINT "token_used_at_if_charge" ON "token" IS 'used_at must be set if charge_id is';

-- checkout_session
ALTER TABLE "checkout_session"
  ADD CONSTRAINT "checkout_session_amount_above_zero" CHECK ("amount" > 0) NOT VALID,
  ADD CONSTRAINT "checkout_session_some_payment_method" CHECK (cardinality("payment_methods") > 0) NOT VALID,
  ADD CONSTRAINT "checkout_session_charge_or_cancelled" CHECK (num_nonnulls("charge_id", "cancelled_at") <= 1) NOT VALID;
COMMENT ON CONSTRAINT "checkout_session_amount_above_zero" ON "checkout_session" IS 'amount must be above 0';
COMMENT ON CONSTRAINT "checkout_session_some_payment_method" ON "checkout_session" IS 'payment_methods must not be empty';
COMMENT ON CONSTRAINT "checkout_session_charge_or_cancelled" ON "checkout_session" IS 'cancelled_at must be null if charge_id is set';

-- clock_move
ALTER TABLE "clock_move" RENAME CONSTRAINT "clock_move_action_check" TO "clock_move_action_known";
ALTER TABLE "clock_move" RENAME CONSTRAINT "clock_move_status_check" TO "clock_move_status_known";
ALTER TABLE "clock_move" RENAME CONSTRAINT "clock_move_claim_check" TO "clock_move_claimed_until_unless_ended";
ALTER TABLE "clock_move" RENAME CONSTRAINT "clock_move_end_check" TO "clock_move_ended_at_if_ended";
ALTER TABLE "clock_move" RENAME CONSTRAINT "clock_move_order_check" TO "clock_move_to_at_not_before_from_at";
ALTER TABLE "clock_move"
  ADD CONSTRAINT "clock_move_why_only_if_not_done" CHECK ("why" IS NULL OR "status" IN ('unfinished', 'interrupted')) NOT VALID;
COMMENT ON CONSTRAINT "clock_move_action_known" ON "clock_move" IS 'action must be freeze, resume or advance';
COMMENT ON CONSTRAINT "clock_move_status_known" ON "clock_move" IS 'status must be queued, running, done, unfinished or interrupted';
COMMENT ON CONSTRAINT "clock_move_claimed_until_unless_ended" ON "clock_move" IS 'claimed_until must be set if status is queued or running, and null otherwise';
COMMENT ON CONSTRAINT "clock_move_ended_at_if_ended" ON "clock_move" IS 'ended_at must be null if status is queued or running, and set otherwise';
COMMENT ON CONSTRAINT "clock_move_to_at_not_before_from_at" ON "clock_move" IS 'to_at must not be before from_at';
COMMENT ON CONSTRAINT "clock_move_why_only_if_not_done" ON "clock_move" IS 'why must be null unless status is unfinished or interrupted';

-- transaction
ALTER TABLE "transaction" RENAME CONSTRAINT "transaction_direction_check" TO "transaction_direction_and_amount";
COMMENT ON CONSTRAINT "transaction_direction_and_amount" ON "transaction" IS 'direction must be credit or debit, and amount at least 0';

-- dispute
ALTER TABLE "dispute"
  DROP CONSTRAINT "dispute_amount_check",
  DROP CONSTRAINT "dispute_status_check",
  ADD CONSTRAINT "dispute_amount_above_zero" CHECK ("amount" > 0) NOT VALID,
  ADD CONSTRAINT "dispute_funding_amount_at_least_zero" CHECK ("funding_amount" >= 0) NOT VALID,
  ADD CONSTRAINT "dispute_status_known" CHECK ("status" IN ('open', 'pending', 'won', 'lost')) NOT VALID,
  ADD CONSTRAINT "dispute_closed_at_if_closed" CHECK (("closed_at" IS NOT NULL) = ("status" IN ('won', 'lost'))) NOT VALID,
  ADD CONSTRAINT "dispute_won_transaction_if_won" CHECK (("won_transaction_id" IS NOT NULL) = ("status" = 'won')) NOT VALID;
COMMENT ON CONSTRAINT "dispute_amount_above_zero" ON "dispute" IS 'amount must be above 0';
COMMENT ON CONSTRAINT "dispute_funding_amount_at_least_zero" ON "dispute" IS 'funding_amount must be at least 0';
COMMENT ON CONSTRAINT "dispute_status_known" ON "dispute" IS 'status must be open, pending, won or lost';
COMMENT ON CONSTRAINT "dispute_closed_at_if_closed" ON "dispute" IS 'closed_at must be set if status is won or lost, and null otherwise';
COMMENT ON CONSTRAINT "dispute_won_transaction_if_won" ON "dispute" IS 'won_transaction_id must be set if status is won, and null otherwise';

-- dispute_document
ALTER TABLE "dispute_document"
  DROP CONSTRAINT "dispute_document_content_check",
  ADD CONSTRAINT "dispute_document_content_unless_deleted" CHECK (("content" IS NULL) = "deleted" AND octet_length("content") BETWEEN 1 AND 5242880) NOT VALID;
COMMENT ON CONSTRAINT "dispute_document_content_unless_deleted" ON "dispute_document" IS 'content must be null if deleted, and otherwise 1 to 5242880 bytes';

-- webhook_delivery
ALTER TABLE "webhook_delivery"
  DROP CONSTRAINT "webhook_delivery_status_check",
  DROP CONSTRAINT "webhook_delivery_extra_count_check",
  ADD CONSTRAINT "webhook_delivery_status_by_next_attempt" CHECK ("status" = ANY (CASE WHEN "next_attempt_at" IS NULL THEN '{delivered,exhausted}'::text[] ELSE '{pending,held}' END)) NOT VALID,
  ADD CONSTRAINT "webhook_delivery_counts_at_most_attempt_count" CHECK (0 <= "extra_count" AND greatest("extra_count", "claimed_number") <= "attempt_count") NOT VALID;
COMMENT ON CONSTRAINT "webhook_delivery_status_by_next_attempt" ON "webhook_delivery" IS 'status must be pending or held if next_attempt_at is set, and delivered or exhausted otherwise';
COMMENT ON CONSTRAINT "webhook_delivery_counts_at_most_attempt_count" ON "webhook_delivery" IS 'extra_count and claimed_number must be at most attempt_count, and extra_count at least 0';

-- webhook_attempt
ALTER TABLE "webhook_attempt"
  ADD CONSTRAINT "webhook_attempt_status_or_error" CHECK (num_nonnulls("status", "error") <= 1) NOT VALID;
COMMENT ON CONSTRAINT "webhook_attempt_status_or_error" ON "webhook_attempt" IS 'error must be null if status is set';
COMMENT ON CONSTRAINT "webhook_attempt_trigger_check" ON "webhook_attempt" IS 'trigger must be schedule, manual, fault or replay';

-- fault
ALTER TABLE "fault" RENAME CONSTRAINT "fault_subject_check" TO "fault_subject_known";
ALTER TABLE "fault" RENAME CONSTRAINT "fault_side_check" TO "fault_side_known";
ALTER TABLE "fault"
  ADD CONSTRAINT "fault_counts_at_least_zero" CHECK (least("skip", "times", "matched_count", "fired_count", "awaited_count", "window_count") >= 0) NOT VALID,
  ADD CONSTRAINT "fault_fired_count_at_most_matched_count" CHECK ("fired_count" <= "matched_count") NOT VALID,
  ADD CONSTRAINT "fault_expires_at_not_before_machine_at" CHECK ("expires_at" >= "machine_at") NOT VALID;
COMMENT ON CONSTRAINT "fault_subject_known" ON "fault" IS 'subject must be api, payment or webhook';
COMMENT ON CONSTRAINT "fault_side_known" ON "fault" IS 'side must be before or after';
COMMENT ON CONSTRAINT "fault_counts_at_least_zero" ON "fault" IS 'skip, times and the counts must be at least 0';
COMMENT ON CONSTRAINT "fault_fired_count_at_most_matched_count" ON "fault" IS 'fired_count must be at most matched_count';
COMMENT ON CONSTRAINT "fault_expires_at_not_before_machine_at" ON "fault" IS 'expires_at must not be before machine_at';

-- inbox
ALTER TABLE "inbox" RENAME CONSTRAINT "inbox_status_check" TO "inbox_status_of_answer";
ALTER TABLE "inbox" RENAME CONSTRAINT "inbox_times_check" TO "inbox_times_at_least_zero";
COMMENT ON CONSTRAINT "inbox_status_of_answer" ON "inbox" IS 'status must be from 200 to 599';
COMMENT ON CONSTRAINT "inbox_times_at_least_zero" ON "inbox" IS 'times must be at least 0';

-- recipient
ALTER TABLE "recipient"
  ADD CONSTRAINT "recipient_type_known" CHECK ("type" IN ('individual', 'corporation')) NOT VALID,
  ADD CONSTRAINT "recipient_verified_at_if_active" CHECK (("verified_at" IS NULL) = ("activated_at" IS NULL)) NOT VALID;
COMMENT ON CONSTRAINT "recipient_type_known" ON "recipient" IS 'type must be individual or corporation';
COMMENT ON CONSTRAINT "recipient_verified_at_if_active" ON "recipient" IS 'verified_at must be set if activated_at is, and null otherwise';

-- refund
ALTER TABLE "refund" RENAME CONSTRAINT "refund_amount_check" TO "refund_amounts_in_range";
COMMENT ON CONSTRAINT "refund_amounts_in_range" ON "refund" IS 'amount must be above 0, and funding_amount at least 0';

-- sandbox
ALTER TABLE "sandbox" RENAME CONSTRAINT "sandbox_expiry_check" TO "sandbox_expires_at_if_ttl";
COMMENT ON CONSTRAINT "sandbox_expires_at_if_ttl" ON "sandbox" IS 'expires_at must be set if ttl_ms is, and null otherwise';

-- schedule
ALTER TABLE "schedule"
  ADD CONSTRAINT "schedule_status_known" CHECK ("status" IN ('running', 'expiring', 'expired', 'deleted', 'suspended')) NOT VALID,
  ADD CONSTRAINT "schedule_kind_known" CHECK ("kind" IN ('charge', 'transfer')) NOT VALID,
  ADD CONSTRAINT "schedule_period_known" CHECK ("period" IN ('day', 'week', 'month')) NOT VALID,
  ADD CONSTRAINT "schedule_every_at_least_one" CHECK ("every" >= 1) NOT VALID,
  ADD CONSTRAINT "schedule_next_on_while_active" CHECK (CASE "status" WHEN 'running' THEN "next_on" IS NOT NULL WHEN 'expiring' THEN true ELSE "next_on" IS NULL END) NOT VALID,
  ADD CONSTRAINT "schedule_next_at_if_next_on" CHECK (("next_at" IS NULL) = ("next_on" IS NULL)) NOT VALID,
  ADD CONSTRAINT "schedule_ended_at_unless_active" CHECK (("ended_at" IS NULL) = ("status" IN ('running', 'expiring'))) NOT VALID;
COMMENT ON CONSTRAINT "schedule_status_known" ON "schedule" IS 'status must be running, expiring, expired, deleted or suspended';
COMMENT ON CONSTRAINT "schedule_kind_known" ON "schedule" IS 'kind must be charge or transfer';
COMMENT ON CONSTRAINT "schedule_period_known" ON "schedule" IS 'period must be day, week or month';
COMMENT ON CONSTRAINT "schedule_every_at_least_one" ON "schedule" IS 'every must be at least 1';
COMMENT ON CONSTRAINT "schedule_next_on_while_active" ON "schedule" IS 'next_on must be set if status is running, and null unless it is running or expiring';
COMMENT ON CONSTRAINT "schedule_next_at_if_next_on" ON "schedule" IS 'next_at must be set if next_on is, and null otherwise';
COMMENT ON CONSTRAINT "schedule_ended_at_unless_active" ON "schedule" IS 'ended_at must be null if status is running or expiring, and set otherwise';

-- occurrence
ALTER TABLE "occurrence"
  ADD CONSTRAINT "occurrence_status_known" CHECK ("status" IN ('successful', 'failed', 'skipped')) NOT VALID,
  ADD CONSTRAINT "occurrence_result_if_successful" CHECK (CASE "status" WHEN 'successful' THEN "result_id" IS NOT NULL WHEN 'skipped' THEN "result_id" IS NULL ELSE true END) NOT VALID,
  ADD CONSTRAINT "occurrence_retry_only_if_failed" CHECK ("retry_at" IS NULL OR "status" = 'failed') NOT VALID,
  ADD CONSTRAINT "occurrence_retry_on_if_retry_at" CHECK (("retry_on" IS NULL) = ("retry_at" IS NULL)) NOT VALID,
  ADD CONSTRAINT "occurrence_attempted_unless_skipped" CHECK ("attempt_count" >= 0 AND ("attempt_count" = 0) = ("status" = 'skipped')) NOT VALID,
  ADD CONSTRAINT "occurrence_transfer_amount_at_least_zero" CHECK ("transfer_amount" >= 0) NOT VALID;
COMMENT ON CONSTRAINT "occurrence_status_known" ON "occurrence" IS 'status must be successful, failed or skipped';
COMMENT ON CONSTRAINT "occurrence_result_if_successful" ON "occurrence" IS 'result_id must be set if status is successful, and null if it is skipped';
COMMENT ON CONSTRAINT "occurrence_retry_only_if_failed" ON "occurrence" IS 'retry_at must be null unless status is failed';
COMMENT ON CONSTRAINT "occurrence_retry_on_if_retry_at" ON "occurrence" IS 'retry_on must be set if retry_at is, and null otherwise';
COMMENT ON CONSTRAINT "occurrence_attempted_unless_skipped" ON "occurrence" IS 'attempt_count must be 0 if status is skipped, and above 0 otherwise';
COMMENT ON CONSTRAINT "occurrence_transfer_amount_at_least_zero" ON "occurrence" IS 'transfer_amount must be at least 0';

-- transfer
ALTER TABLE "transfer"
  ADD CONSTRAINT "transfer_state_known" CHECK ("state" IN ('pending', 'sent', 'paid', 'failed')) NOT VALID,
  ADD CONSTRAINT "transfer_amount_covers_fees" CHECK ("fee" >= 0 AND "fee_vat" >= 0 AND "amount" >= "fee" + "fee_vat") NOT VALID,
  ADD CONSTRAINT "transfer_due_at_if_unfinished" CHECK (("due_at" IS NOT NULL) = ("state" = 'sent' OR "state" = 'pending' AND NOT "deleted")) NOT VALID,
  ADD CONSTRAINT "transfer_deleted_only_if_pending" CHECK (NOT "deleted" OR "state" = 'pending') NOT VALID,
  ADD CONSTRAINT "transfer_sent_at_if_sent" CHECK (CASE "state" WHEN 'pending' THEN "sent_at" IS NULL WHEN 'failed' THEN true ELSE "sent_at" IS NOT NULL END) NOT VALID,
  ADD CONSTRAINT "transfer_sent_transaction_if_sent_at" CHECK (("sent_transaction_id" IS NULL) = ("sent_at" IS NULL)) NOT VALID,
  ADD CONSTRAINT "transfer_paid_at_if_paid" CHECK (("paid_at" IS NOT NULL) = ("state" = 'paid')) NOT VALID,
  ADD CONSTRAINT "transfer_failure_code_if_failed" CHECK (("failure_code" IS NOT NULL) = ("state" = 'failed')) NOT VALID,
  ADD CONSTRAINT "transfer_failed_transaction_if_returned" CHECK (("failed_transaction_id" IS NOT NULL) = ("state" = 'failed' AND "sent_at" IS NOT NULL)) NOT VALID;
COMMENT ON CONSTRAINT "transfer_state_known" ON "transfer" IS 'state must be pending, sent, paid or failed';
COMMENT ON CONSTRAINT "transfer_amount_covers_fees" ON "transfer" IS 'amount must cover fee and fee_vat, which must be at least 0';
COMMENT ON CONSTRAINT "transfer_due_at_if_unfinished" ON "transfer" IS 'due_at must be set if state is sent, or pending and not deleted, and null otherwise';
COMMENT ON CONSTRAINT "transfer_deleted_only_if_pending" ON "transfer" IS 'deleted must be false unless state is pending';
COMMENT ON CONSTRAINT "transfer_sent_at_if_sent" ON "transfer" IS 'sent_at must be null if state is pending, and set if it is sent or paid';
COMMENT ON CONSTRAINT "transfer_sent_transaction_if_sent_at" ON "transfer" IS 'sent_transaction_id must be set if sent_at is, and null otherwise';
COMMENT ON CONSTRAINT "transfer_paid_at_if_paid" ON "transfer" IS 'paid_at must be set if state is paid, and null otherwise';
COMMENT ON CONSTRAINT "transfer_failure_code_if_failed" ON "transfer" IS 'failure_code must be set if state is failed, and null otherwise';
COMMENT ON CONSTRAINT "transfer_failed_transaction_if_returned" ON "transfer" IS 'failed_transaction_id must be set if state is failed and sent_at is set, and null otherwise';
