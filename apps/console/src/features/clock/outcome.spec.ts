import { outcomeRows, outcomeSummary, type Happened } from './outcome';

const SCHEDULE = 'schd_test_60aaaaaaaaaaaaaaaa1';

/** An item on that day of December. */
function item(day: number, change: Partial<Happened>): Happened {
  return {
    at: `2031-12-${String(day).padStart(2, '0')}T01:30:00.000Z`,
    kind: 'occurrence',
    object_id: SCHEDULE,
    livemode: false,
    occurrence: null,
    result: null,
    failure_code: null,
    description: null,
    party: null,
    key: null,
    event: null,
    delivery: null,
    outcome: 'successful',
    status: null,
    error: null,
    amount: 99_000,
    currency: 'THB',
    metadata: {},
    ...change,
  };
}
const run = (day: number, occurrence: string, change: Partial<Happened>): Happened =>
  item(day, { occurrence, ...change });
const webhook = (day: number, object: string, outcome: string, change: Partial<Happened> = {}): Happened =>
  item(day, { kind: 'delivery', object_id: object, delivery: `whdl of ${object}`, outcome, ...change });

const paid = [
  run(1, 'occu_1', { result: 'chrg_1' }),
  webhook(1, 'chrg_1', 'delivered', { key: 'charge.create', status: 200 }),
];
const retried = [
  run(5, 'occu_2', { result: 'chrg_2', outcome: 'failed', failure_code: 'insufficient_fund' }),
  webhook(5, 'chrg_2', 'pending', { status: 500 }),
  webhook(5, 'chrg_2', 'delivered', { status: 200 }),
  run(6, 'occu_2', { kind: 'occurrence_retry', result: 'chrg_3' }),
  webhook(6, 'chrg_3', 'delivered'),
];
const expired = [
  item(3, { kind: 'expiry', object_id: 'chrg_4', outcome: 'expired' }),
  webhook(3, 'chrg_4', 'exhausted', { status: 404 }),
];

describe('the outcome of an advance', () => {
  it('has a run, its charges, their webhooks and the retry in one row, and failures first', () => {
    const rows = outcomeRows([...paid, ...expired, ...retried]);
    const shown = rows.map(({ id, runs, webhooks, hasFailed }) => [
      id,
      runs.map(({ outcome }) => outcome),
      webhooks.map(({ outcome, attempts }) => `${outcome} ${attempts}`),
      hasFailed,
    ]);
    expect(shown).toEqual([
      ['chrg_4', ['expired'], ['exhausted 1'], true],
      ['occu_1', ['successful'], ['delivered 1'], false],
      ['occu_2', ['failed', 'successful'], ['delivered 2', 'delivered 1'], false],
    ]);
    expect(rows.at(-1)?.facts).toMatchObject({ result: 'chrg_3' });
  });

  it('has a run that failed for good above all others, and webhooks of other objects by themselves', () => {
    const failed = run(9, 'occu_3', { outcome: 'failed', error: 'the card was deleted' });
    const rows = outcomeRows([...paid, webhook(2, 'cust_1', 'pending'), failed]);
    expect(rows.map(({ id, runs }) => [id, runs.length])).toEqual([
      ['occu_3', 1],
      ['occu_1', 1],
      ['cust_1', 0],
    ]);
  });

  it('has a transfer that is sent after the run that made it, which is no retry', () => {
    const made = run(1, 'occu_1', { result: 'trsf_1' });
    const sent = item(1, { kind: 'transfer_sending', object_id: 'trsf_1', outcome: 'sent' });
    const rows = outcomeRows([made, sent]);
    expect(rows).toMatchObject([{ runs: [made], later: [sent], facts: made }]);
    expect(outcomeSummary(rows)).toBe('1 schedule run: 1 successful · 1 transfer sent');
  });

  it('counts no attempt that a fault has postponed', () => {
    const [row] = outcomeRows([webhook(1, 'cust_1', 'postponed'), webhook(1, 'cust_1', 'delivered')]);
    expect(row?.webhooks).toMatchObject([{ outcome: 'delivered', attempts: 1 }]);
  });

  it('is summed up in one line', () => {
    expect(outcomeSummary(outcomeRows([...paid, ...expired, ...retried]))).toBe(
      '2 schedule runs: 1 successful, 1 failed and successful on retry · 1 payment expired · 4 webhooks: 3 delivered, 1 exhausted',
    );
    expect(outcomeSummary([])).toBe('');
  });
});
