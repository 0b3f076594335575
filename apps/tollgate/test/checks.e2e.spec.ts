import { CHECKS } from '#platform/database/generated/checks.js';
import { Prisma } from '#platform/database/generated/client.js';
import { useGateway } from './harness.js';
import { control } from './sandbox.js';
import { exportedFrom } from './snapshots.js';

const gateway = useGateway();
type Row = Readonly<Record<string, unknown>>;

const NOW = '2031-02-03T04:05:06Z';
const BEFORE = '1970-01-01T00:00:00Z';
const sent: Row = { state: 'sent', sent_at: NOW, sent_transaction_id: 'trxn_test_1' };

/** Rows that the sandbox of this spec does not have. */
const FURTHER: Readonly<Record<string, Row>> = {
  occurrence: {
    id: 'occu_test_1',
    account_id: 'acct',
    livemode: false,
    version: 0,
    schedule_id: 'schd_test_1',
    scheduled_on: '2031-02-03',
    status: 'successful',
    result_id: 'chrg_test_1',
    transfer_amount: 0,
    attempt_count: 1,
    processed_at: NOW,
    created_at: NOW,
  },
  webhook_attempt: {
    delivery_id: 'whdl_test_1',
    number: 1,
    account_id: 'acct',
    started_at: NOW,
    duration_ms: 1,
    status: 200,
    trigger: 'schedule',
    xid: 1,
  },
};

/** For each constraint, a change that makes a row break this one alone, and the values that the row must have. */
const EXAMPLES: Readonly<Record<string, readonly [change: Row, of?: Row]>> = {
  account_closed_if_succeeded: [{ successor_id: 'acct' }],
  account_fidelity_known: [{ fidelity: 'x' }],
  account_frozen_while_clock_moves: [{ clock_move_id: 'clkm', frozen_at: null }],
  account_page_theme_known: [{ page_theme: 'x' }],
  account_signature_time_known: [{ signature_time: 'x' }],
  account_three_d_secure_challenge_known: [{ three_d_secure_challenge: 'x' }],
  act_kind_known: [{ kind: 'x' }],
  api_key_kind_known: [{ kind: 'x' }, { kind: 'secret' }],
  api_key_public_key_if_public: [{ public_key: 'pkey_test_1' }, { kind: 'secret' }],
  card_attached_at_if_saved: [{ customer_id: 'cust_test_1', attached_at: null }],
  card_number_not_stored: [{ first_digits: '4242424' }],
  charge_amounts_in_order: [{ refunded_amount: 1e9 }],
  charge_one_instrument: [{ source_id: null, card_id: null, linked_account_id: null }],
  charge_status_by_times: [{ paid_at: NOW, transaction_id: 'trxn_test_1' }, { status: 'pending' }],
  charge_transaction_if_paid: [{ transaction_id: null }, { status: 'successful' }],
  checkout_session_amount_above_zero: [{ amount: 0 }],
  checkout_session_charge_or_cancelled: [{ charge_id: 'chrg_test_1', cancelled_at: NOW }],
  checkout_session_some_payment_method: [{ payment_methods: [] }],
  clock_move_action_known: [{ action: 'x' }],
  clock_move_claimed_until_unless_ended: [{ claimed_until: NOW }],
  clock_move_ended_at_if_ended: [{ ended_at: null }],
  clock_move_status_known: [{ status: 'x' }],
  clock_move_to_at_not_before_from_at: [{ to_at: BEFORE }],
  clock_move_why_only_if_not_done: [{ why: 'max_steps was reached first' }],
  dispute_amount_above_zero: [{ amount: 0 }],
  dispute_closed_at_if_closed: [{ status: 'lost' }],
  dispute_document_content_unless_deleted: [{ content: null }],
  dispute_funding_amount_at_least_zero: [{ funding_amount: -1 }],
  dispute_status_known: [{ status: 'closed' }],
  dispute_won_transaction_if_won: [{ status: 'won', closed_at: NOW }],
  fault_counts_at_least_zero: [{ awaited_count: -1 }],
  fault_expires_at_not_before_machine_at: [{ expires_at: BEFORE }],
  fault_fired_count_at_most_matched_count: [{ fired_count: 1 }],
  fault_side_known: [{ side: 'x' }],
  fault_subject_known: [{ subject: 'x' }],
  inbox_status_of_answer: [{ status: 199 }],
  inbox_times_at_least_zero: [{ times: -1 }],
  link_amount_above_zero: [{ amount: 0 }],
  linked_account_customer_only_if_successful: [{ customer_id: 'cust_test_1' }],
  linked_account_failure_code_if_failed: [{ status: 'failed' }],
  linked_account_last_digits_if_successful: [{ last_digits: '1234' }],
  linked_account_registered_at_if_successful: [{ registered_at: NOW }],
  linked_account_status_known: [{ status: 'expired' }],
  occurrence_attempted_unless_skipped: [{ attempt_count: 0 }],
  occurrence_result_if_successful: [{ result_id: null }],
  occurrence_retry_on_if_retry_at: [{ retry_on: '2031-02-04' }],
  occurrence_retry_only_if_failed: [{ retry_on: '2031-02-04', retry_at: NOW }],
  occurrence_status_known: [{ status: 'x' }],
  occurrence_transfer_amount_at_least_zero: [{ transfer_amount: -1 }],
  recipient_type_known: [{ type: 'x' }],
  recipient_verified_at_if_active: [{ verified_at: NOW, activated_at: null }],
  refund_amounts_in_range: [{ amount: 0 }],
  sandbox_expires_at_if_ttl: [{ ttl_ms: 1, expires_at: null }],
  schedule_ended_at_unless_active: [{ ended_at: NOW }],
  schedule_every_at_least_one: [{ every: 0 }],
  schedule_kind_known: [{ kind: 'x' }],
  schedule_next_at_if_next_on: [{ next_at: null }],
  schedule_next_on_while_active: [{ next_on: null, next_at: null }],
  schedule_period_known: [{ period: 'year' }],
  schedule_status_known: [{ status: 'x', next_on: null, next_at: null, ended_at: NOW }],
  token_used_at_if_charge: [{ charge_id: 'chrg_test_1', used_at: null }],
  transaction_direction_and_amount: [{ amount: -1 }],
  transfer_amount_covers_fees: [{ amount: 1 }],
  transfer_deleted_only_if_pending: [{ ...sent, deleted: true }],
  transfer_due_at_if_unfinished: [{ due_at: null }],
  transfer_failed_transaction_if_returned: [{ failed_transaction_id: 'trxn_test_1' }],
  transfer_failure_code_if_failed: [{ failure_code: 'transfer_failed' }],
  transfer_paid_at_if_paid: [{ paid_at: NOW }],
  transfer_sent_at_if_sent: [{ state: 'sent' }],
  transfer_sent_transaction_if_sent_at: [{ sent_transaction_id: 'trxn_test_1' }],
  transfer_state_known: [{ ...sent, state: 'x', due_at: null }],
  webhook_attempt_status_or_error: [{ error: 'timeout' }],
  webhook_attempt_trigger_check: [{ trigger: 'x' }],
  webhook_delivery_counts_at_most_attempt_count: [{ claimed_number: 9 }],
  webhook_delivery_status_by_next_attempt: [{ next_attempt_at: null }],
};

interface Constraint {
  readonly name: string;
  readonly table: string;
  readonly schema: string;
  readonly sentence: string | null;
  readonly is_valid: boolean;
}

let constraints: Constraint[];
let accountId: string;

beforeAll(async () => {
  const { origin } = await exportedFrom(gateway);
  const path = `/api/sandboxes/${origin.name}`;
  await control(gateway).put(`${path}/inbox/shop`).expect(200);
  await control(gateway)
    .post(`${path}/faults`)
    .send({ name: 'late', on: 'api', do: { status: 503 } })
    .expect(200);
  const sandbox = await gateway.database.sandbox.findFirstOrThrow({ where: { name: origin.name } });
  ({ accountId } = sandbox);
  constraints = await gateway.database.query<Constraint>(Prisma.sql`
    SELECT conname AS name, relname AS "table", relnamespace::regnamespace::text AS schema, convalidated AS is_valid,
      obj_description(pg_constraint.oid, 'pg_constraint') AS sentence
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE contype = 'c' AND relnamespace::regnamespace::text IN ('public', 'snapshot') ORDER BY conname`);
});

/** A row of the table that has these values. */
async function rowOf(table: string, values: Row): Promise<Row> {
  const further = FURTHER[table];
  if (further) return further;
  const owner = { account: 'id' }[table] ?? 'account_id';
  const [found] = await gateway.database.query<{ row: Row }>(Prisma.sql`
    SELECT to_jsonb(one) AS row FROM ${Prisma.raw(table)} one
    WHERE ${Prisma.raw(owner)} = ${accountId} AND to_jsonb(one) @> ${JSON.stringify(values)}::jsonb LIMIT 1`);
  if (!found) throw new Error(`the sandbox has no such row of ${table}`);
  return found.row;
}

it('every CHECK constraint is valid and has a sentence, in the tables without twins', () => {
  const sentences = constraints.map(({ name, sentence }) => [name, sentence]);
  expect(Object.fromEntries(sentences)).toEqual(CHECKS);
  expect(constraints.filter(({ is_valid: isValid, schema }) => !isValid || schema !== 'public')).toEqual([]);
});

it('every CHECK constraint has an example', () => {
  expect(Object.keys(EXAMPLES)).toEqual(constraints.map(({ name }) => name));
});

it.each(Object.keys(EXAMPLES))('%s rejects a row, with its sentence and without the row', async (name) => {
  const table = Prisma.raw(constraints.find((constraint) => constraint.name === name)?.table ?? '');
  const [change, values = {}] = EXAMPLES[name] ?? [{}];
  const row = await rowOf(table.sql, values);
  const changed = JSON.stringify({ ...row, ...change });
  const insertion = gateway.database.query(
    Prisma.sql`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, ${changed}::jsonb)`,
  );
  await expect(insertion).rejects.toMatchObject({ code: '23514', constraint: name, detail: CHECKS[name] });
});
