import { createHmac } from 'node:crypto';
import { check, type Promised } from './checker.js';
import { countDuplicates } from './checks/deliveries.js';
import { MAX_LATENESS_MS, worstLateness } from './checks/time.js';
import type { Evidence } from './evidence.js';
import type { Call, Kind, Posted, Try } from './history.js';
import type { EventRow, Rows } from './rows.js';

const SECRET = Buffer.from('a secret of the spec').toString('base64');
const HOME = 'http://127.0.0.1:1/account';
const OTHER = 'http://127.0.0.1:1/charge';
const T0 = Date.UTC(2026, 0, 1);
/** When the charge that nobody pays is due. */
const DUE = T0 + 5_000;

/** Evidence that can be tampered with. */
type Draft = { -readonly [Part in keyof Evidence]: Evidence[Part] extends readonly (infer Item)[] ? Item[] : Evidence[Part] };
type Table = keyof Rows;

const answered = (body: object, status = 200): Try => ({ process: 'api-1', status, text: JSON.stringify(body), isHealed: false });
const UNANSWERED: Try = { process: 'api-1', status: null, text: '', isHealed: false };

function call(tag: string, kind: Kind, target: string | null, tries: Try[], more: Partial<Call> = {}): Call {
  return { tag, kind, target, key: null, sent: {}, tries, ...more };
}

function event(number: number, key: string, objectId: string, at: number, data: object): EventRow {
  const id = `evnt_test_${number}`;
  return {
    id,
    accountId: 'shop',
    key,
    objectId,
    body: JSON.stringify({ object: 'event', id, key, data: { id: objectId, ...data } }),
    createdAt: at,
  };
}

function charge(id: string, status: string, more: Partial<Rows['charges'][number]> = {}): Rows['charges'][number] {
  const money = { amount: 1_000, capturedAmount: 1_000, refundedAmount: 0, fundingAmount: 1_000 };
  const rest = { accountId: 'shop', version: 1, isAuthorized: false, sourceId: null, cardId: null, transactionId: null, expiresAt: DUE };
  return { id, status, ...money, ...rest, ...more };
}

/** A run in which all went well: a charge of two addresses that was paid, refunded in part and disputed, and one that expired. */
function goodRun(): Draft {
  const waiting = { status: 'pending', authorized: false, expires_at: new Date(DUE).toISOString() };
  const events = [
    event(1, 'charge.create', 'chrg_1', T0, { ...waiting, metadata: { request: 'one' } }),
    event(2, 'charge.create', 'chrg_2', T0, { ...waiting, metadata: { request: 'two' } }),
    event(3, 'charge.complete', 'chrg_1', T0 + 1_000, { status: 'successful', authorized: true }),
    event(4, 'refund.create', 'rfnd_1', T0 + 2_000, { charge: 'chrg_1' }),
    event(5, 'dispute.create', 'dspt_1', T0 + 3_000, { charge: 'chrg_1' }),
    event(6, 'charge.complete', 'chrg_2', DUE + 20, { status: 'expired', authorized: false }),
  ];
  const dataOf = (row: EventRow | undefined): object => (JSON.parse(row?.body ?? '{}') as { data: object }).data;
  const deliveries = events.flatMap(({ id, objectId }) =>
    (objectId === 'chrg_2' ? [HOME] : [HOME, OTHER]).map((uri) => ({
      id: `${id} ${uri}`,
      eventId: id,
      uri,
      status: 'delivered',
      attemptCount: 1,
    })),
  );
  return {
    calls: [
      call('one', 'charge', null, [answered(dataOf(events[0]))], { key: 'one', sent: { webhook_endpoints: [OTHER] } }),
      call('two', 'charge', null, [UNANSWERED, answered(dataOf(events[1]))], { key: 'two' }),
      call('three', 'pay', 'chrg_1', [answered({ id: 'chrg_1' })]),
      call('four', 'refund', 'chrg_1', [answered({ id: 'rfnd_1' })]),
      call('five', 'dispute', 'chrg_1', [UNANSWERED]),
      call('six', 'token', null, [answered({ id: 'tokn_1' })]),
      call('seven', 'source', null, [answered({ id: 'src_1' })]),
      call('eight', 'pay', 'chrg_1', [answered({}, 400)]),
    ],
    posted: deliveries.map(({ eventId, uri }) => webhook(events.find(({ id }) => id === eventId)?.body ?? '', uri)),
    rows: {
      charges: [charge('chrg_1', 'successful', { version: 3, refundedAmount: 300, transactionId: 'trxn_1' }), charge('chrg_2', 'expired')],
      sources: [{ id: 'src_1', name: 'seven' }],
      tokens: [{ id: 'tokn_1', cardId: 'card_1', name: 'six', chargeId: null }],
      strayCards: [],
      refunds: [{ id: 'rfnd_1', chargeId: 'chrg_1', amount: 300, fundingAmount: 300, transactionId: 'trxn_2', request: 'four' }],
      disputes: [
        { id: 'dspt_1', chargeId: 'chrg_1', status: 'open', fundingAmount: 700, startedTransactionId: 'trxn_3', wonTransactionId: null },
      ],
      transactions: [
        { id: 'trxn_1', origin: 'chrg_1', direction: 'credit', amount: 960 },
        { id: 'trxn_2', origin: 'rfnd_1', direction: 'debit', amount: 300 },
        { id: 'trxn_3', origin: 'dspt_1', direction: 'debit', amount: 700 },
      ],
      entries: [
        { postingId: 'trxn_1', ledger: 'customers', amount: -1_000 },
        { postingId: 'trxn_1', ledger: 'merchant', amount: 960 },
        { postingId: 'trxn_1', ledger: 'fees', amount: 40 },
        { postingId: 'trxn_2', ledger: 'merchant', amount: -300 },
        { postingId: 'trxn_2', ledger: 'customers', amount: 300 },
        { postingId: 'trxn_3', ledger: 'merchant', amount: -700 },
        { postingId: 'trxn_3', ledger: 'disputes', amount: 700 },
      ],
      events,
      deliveries,
      attempts: deliveries.map(({ id }) => ({ deliveryId: id, number: 1, status: 200 })),
    },
    merchants: [{ id: 'shop', webhookUri: HOME }],
    healedAt: T0,
    contradictions: [],
    falls: [],
    webhookSecret: SECRET,
    maxAttempts: 8,
    isTimed: true,
  };
}

function webhook(body: string, uri = HOME): Posted {
  const signature = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(`1767225600.${body}`).digest('hex');
  return { uri, body, headers: { 'omise-signature': signature, 'omise-signature-timestamp': '1767225600' }, answered: 200 };
}

/** Takes away the row with this id; of a delivery, all that begin with it. */
function remove(run: Draft, table: Table, id: string): void {
  const rows = run.rows[table] as readonly { id?: string; postingId?: string }[];
  run.rows = { ...run.rows, [table]: rows.filter((row) => !(row.id ?? row.postingId ?? '').startsWith(id)) };
}

function alter(run: Draft, table: Table, id: string, change: object): void {
  const rows = run.rows[table] as readonly { id?: string; postingId?: string; deliveryId?: string }[];
  run.rows = {
    ...run.rows,
    [table]: rows.map((row) => ((row.id ?? row.postingId ?? row.deliveryId) === id ? { ...row, ...change } : row)),
  };
}

function add(run: Draft, table: Table, row: object): void {
  run.rows = { ...run.rows, [table]: [...run.rows[table], row] };
}

const SABOTAGES: readonly (readonly [what: string, promise: Promised, sabotage: (run: Draft) => void])[] = [
  [
    'a charge that was answered with 200 is lost',
    'keepsWhatItAnswered',
    (run) =>
      (['charges', 'events', 'deliveries'] as const).forEach((table) => remove(run, table, table === 'charges' ? 'chrg_2' : 'evnt_test_2')),
  ],
  ['a refund that was answered with 200 is lost', 'keepsWhatItAnswered', (run) => remove(run, 'refunds', 'rfnd_1')],
  ['a token that was answered with 200 is lost', 'keepsWhatItAnswered', (run) => remove(run, 'tokens', 'tokn_1')],
  ['a payment that was answered with 200 did not happen', 'keepsWhatItAnswered', (run) => remove(run, 'events', 'evnt_test_3')],
  [
    'an answer is not what was written down',
    'keepsWhatItAnswered',
    (run) => (run.calls[0] = call('one', 'charge', null, [answered({ id: 'chrg_1', amount: 7 })])),
  ],
  ['a source is there that nobody asked for', 'doesWhatItWasAsked', (run) => add(run, 'sources', { id: 'src_2', name: null })],
  ['a refused refund was made', 'doesWhatItWasAsked', (run) => (run.calls[3] = call('four', 'refund', 'chrg_1', [answered({}, 400)]))],
  [
    'a request that was sent once was done twice',
    'doesWhatItWasAsked',
    (run) => add(run, 'refunds', { ...run.rows.refunds[0], id: 'rfnd_2' }),
  ],
  [
    'a charge expired before its time without a request',
    'doesWhatItWasAsked',
    (run) => alter(run, 'events', 'evnt_test_6', { createdAt: DUE - 1 }),
  ],
  ['a charge has no charge.create', 'leavesNoHalves', (run) => remove(run, 'events', 'evnt_test_1')],
  ['a charge was changed without an event', 'leavesNoHalves', (run) => alter(run, 'charges', 'chrg_1', { version: 4 })],
  ['a refund has no event', 'leavesNoHalves', (run) => remove(run, 'events', 'evnt_test_4')],
  ['an event is about a charge that is not there', 'leavesNoHalves', (run) => remove(run, 'charges', 'chrg_2')],
  ['a charge has no source', 'leavesNoHalves', (run) => alter(run, 'charges', 'chrg_1', { sourceId: 'src_9' })],
  ['a card came without its token', 'leavesNoHalves', (run) => add(run, 'strayCards', { id: 'card_2' })],
  [
    'a key has two answers',
    'answersOncePerKey',
    (run) => (run.calls[1] = call('two', 'charge', null, [answered({ id: 'a' }), answered({ id: 'b' })], { key: 'two' })),
  ],
  ['a charge has two charge.complete', 'endsEachChargeOnce', (run) => add(run, 'events', { ...run.rows.events[2], id: 'evnt_test_7' })],
  [
    'a charge is captured that was paid already',
    'endsEachChargeOnce',
    (run) => add(run, 'events', event(7, 'charge.capture', 'chrg_1', T0, { status: 'successful' })),
  ],
  ['a charge is not what its last event says', 'endsEachChargeOnce', (run) => alter(run, 'charges', 'chrg_1', { status: 'failed' })],
  ['more is refunded than was captured', 'staysWithinLimits', (run) => alter(run, 'refunds', 'rfnd_1', { amount: 1_001 })],
  ['more is captured than was authorized', 'staysWithinLimits', (run) => alter(run, 'charges', 'chrg_1', { capturedAmount: 1_001 })],
  [
    'a card of one token paid two charges',
    'staysWithinLimits',
    (run) => ['chrg_1', 'chrg_2'].forEach((id) => alter(run, 'charges', id, { cardId: 'card_1' })),
  ],
  ['a token does not know what it paid', 'staysWithinLimits', (run) => alter(run, 'charges', 'chrg_1', { cardId: 'card_1' })],
  ['a charge has two open disputes', 'staysWithinLimits', (run) => add(run, 'disputes', { ...run.rows.disputes[0], id: 'dspt_2' })],
  ['a posting does not add up', 'balancesTheJournal', (run) => alter(run, 'entries', 'trxn_2', { amount: -300 })],
  ['a transaction is not what was posted', 'balancesTheJournal', (run) => alter(run, 'transactions', 'trxn_1', { amount: 961 })],
  [
    'a refund moved no money',
    'balancesTheJournal',
    (run) => (['transactions', 'entries'] as const).forEach((table) => remove(run, table, 'trxn_2')),
  ],
  ['money is held for no dispute', 'balancesTheJournal', (run) => alter(run, 'disputes', 'dspt_1', { status: 'won' })],
  ['an event has no delivery', 'deliversEveryEvent', (run) => remove(run, 'deliveries', 'evnt_test_3')],
  ['one of two addresses is left out', 'deliversEveryEvent', (run) => remove(run, 'deliveries', `evnt_test_3 ${OTHER}`)],
  ['a delivery is still pending', 'deliversEveryEvent', (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { status: 'pending' })],
  [
    'a delivery was given up too early',
    'deliversEveryEvent',
    (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { status: 'exhausted' }),
  ],
  ['a delivery counts as delivered and came to nobody', 'deliversEveryEvent', (run) => void run.posted.shift()],
  ['an attempt was not written down', 'deliversEveryEvent', (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { attemptCount: 2 })],
  [
    'a webhook tells of what was never committed',
    'deliversNothingElse',
    (run) => void run.posted.push(webhook('{"object":"event","id":"evnt_test_9"}')),
  ],
  ['a webhook came again with other bytes', 'deliversNothingElse', (run) => void run.posted.push(webhook(`${run.rows.events[0]?.body} `))],
  ['a webhook was sent outside any attempt', 'deliversNothingElse', (run) => void run.posted.push(webhook(run.rows.events[0]?.body ?? ''))],
  [
    'a webhook is not signed',
    'deliversNothingElse',
    (run) => (run.posted[0] = { ...webhook(run.rows.events[0]?.body ?? ''), headers: {} }),
  ],
  ['a charge expired too late', 'expiresInTime', (run) => alter(run, 'events', 'evnt_test_6', { createdAt: DUE + MAX_LATENESS_MS + 1 })],
  ['a charge never expired', 'expiresInTime', (run) => alter(run, 'charges', 'chrg_2', { status: 'pending' })],
  ['something was served that is not documented', 'answersAsDocumented', (run) => void run.contradictions.push('GET /healthz: /since')],
  ['a process ended by itself', 'staysUp', (run) => void run.falls.push('worker-1 ended by itself with 1')],
  ['an answer was an internal error', 'answersWhenHealed', (run) => (run.calls[7] = call('eight', 'pay', 'chrg_1', [answered({}, 500)]))],
  [
    'a request had no answer though all was well',
    'answersWhenHealed',
    (run) => (run.calls[7] = call('eight', 'pay', 'chrg_1', [{ ...UNANSWERED, isHealed: true }])),
  ],
  [
    'a request with a key never got an answer',
    'answersWhenHealed',
    (run) => (run.calls[7] = call('eight', 'pay', 'chrg_1', [UNANSWERED], { key: 'eight' })),
  ],
];

describe('the checker', () => {
  it('finds nothing wrong with a run in which all went well', () => {
    expect([...check(goodRun())]).toEqual([]);
  });

  it.each(SABOTAGES)('finds that %s: %s', (_, promise, sabotage) => {
    const run = goodRun();
    sabotage(run);
    expect([...check(run).keys()]).toContain(promise);
  });

  it('lets a request without an answer be wholly there or wholly not', () => {
    const run = goodRun();
    run.calls[4] = call('five', 'dispute', 'chrg_1', [answered({}, 503)]);
    expect([...check(run)]).toEqual([]);
    run.calls.push(call('nine', 'charge', null, [UNANSWERED]));
    expect([...check(run)]).toEqual([]);
  });

  it('lets a delivery be given up after all its attempts, or when its receiver is gone', () => {
    const run = goodRun();
    const id = `evnt_test_3 ${HOME}`;
    alter(run, 'deliveries', id, { status: 'exhausted' });
    alter(run, 'attempts', id, { status: 410 });
    expect([...check(run)]).toEqual([]);
  });

  it('counts lateness from when all worked again', () => {
    const run = goodRun();
    alter(run, 'events', 'evnt_test_6', { createdAt: DUE + 60_000 });
    run.healedAt = DUE + 58_000;
    expect([...check(run)]).toEqual([]);
    expect(worstLateness(run)).toEqual({ everMs: 60_000, healedMs: 2_000 });
  });

  it('lets an untimed run be slow, and sees what never came all the same', () => {
    const run = goodRun();
    run.isTimed = false;
    alter(run, 'events', 'evnt_test_6', { createdAt: DUE + MAX_LATENESS_MS + 1 });
    run.calls[7] = call('eight', 'pay', 'chrg_1', [{ ...UNANSWERED, isHealed: true }, answered({}, 400)]);
    expect([...check(run)]).toEqual([]);
    run.calls[7] = call('eight', 'pay', 'chrg_1', [{ ...UNANSWERED, isHealed: true }], { key: 'eight' });
    alter(run, 'charges', 'chrg_2', { status: 'pending' });
    expect([...check(run).keys()]).toEqual(expect.arrayContaining(['expiresInTime', 'answersWhenHealed']));
  });

  it('counts a webhook as a duplicate when it comes to whom had taken it, not when it was refused before', () => {
    const [first, second] = ['evnt_test_1', 'evnt_test_2'].map((id) => webhook(`{"id":"${id}"}`));
    if (!first || !second) throw new Error('there are two');
    const refused = { ...first, answered: 500 };
    const dropped = { ...first, answered: null };
    expect(countDuplicates([refused, dropped, first, second])).toBe(0);
    expect(countDuplicates([first, refused, second, first, { ...first, uri: OTHER }])).toBe(2);
  });
});
