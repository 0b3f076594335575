import { check, type Promised } from './checker.js';
import { countDuplicates } from './checks/deliveries.js';
import { MAX_LATENESS_MS, worstLateness } from './checks/time.js';
import type { Posted } from './history.js';
import { bodyOf, type AdvanceAnswer, type Step, type StepKind } from './sandbox-history.js';
import {
  add,
  alter,
  answered,
  call,
  charge,
  DUE,
  event,
  goodRun,
  HOME,
  OTHER,
  remove,
  T0,
  UNANSWERED,
  webhook,
  type Draft,
} from './test/made-up-run.js';
import { madeUpSandboxes } from './test/made-up-sandbox.js';

/** Changes the last step of a kind, by default of the remaining sandbox; `edit` changes its response. */
function redo(
  run: Draft,
  kind: StepKind,
  change: Partial<Step>,
  edit?: (body: Record<string, unknown>) => object,
  which = 0,
): void {
  const steps = run.sandboxes[which]?.steps as Step[];
  const index = steps.findLastIndex((step) => step.kind === kind);
  const step = steps[index] as Step;
  steps[index] = { ...step, ...change, ...(edit && { text: JSON.stringify(edit(bodyOf(step))) }) };
}

/** The same with the walk of three hours. */
function rewalk(run: Draft, edit: (walked: AdvanceAnswer) => object): void {
  const steps = run.sandboxes[0]?.steps as Step[];
  const index = steps.findIndex(({ kind }) => kind === 'advance');
  const step = steps[index] as Step;
  steps[index] = { ...step, text: JSON.stringify({ ...bodyOf(step), ...edit(bodyOf<AdvanceAnswer>(step)) }) };
}

/** A webhook of the old epoch, this many milliseconds after the reset. */
function lateWebhook(run: Draft, afterMs: number): Posted {
  const [first] = run.sandboxPosted as [Posted];
  const at = T0 + 220 + afterMs;
  return {
    ...first,
    at,
    headers: { ...first.headers, 'omise-signature-timestamp': String(Math.floor(at / 1_000)) },
  };
}

const late = (run: Draft, step: Partial<Step>, body: object): void =>
  void (run.sandboxes[0]?.steps as Step[]).push({
    ...(run.sandboxes[0]?.steps[0] as Step),
    ...step,
    at: T0 + 500,
    until: T0 + 510,
    text: JSON.stringify(body),
  });

const PAYOUT_SABOTAGES: typeof SABOTAGES = [
  [
    'a posting of a sandbox does not balance',
    'paysOutOnce',
    (run) => remove(run, 'sandboxEntries', 'trxn_s2'),
  ],
  [
    'more leaves a sandbox than came',
    'paysOutOnce',
    (run) => {
      remove(run, 'sandboxEntries', 'trxn_s1');
      remove(run, 'sandboxTransactions', 'trxn_s1');
    },
  ],
  [
    'a transfer leaves twice',
    'paysOutOnce',
    (run) => {
      add(run, 'sandboxTransactions', {
        id: 'trxn_s9',
        accountId: 'box',
        origin: 'trsf_1',
        direction: 'debit',
        amount: 300,
      });
      add(run, 'sandboxEntries', { postingId: 'trxn_s9', ledger: 'merchant', amount: -300 });
      add(run, 'sandboxEntries', { postingId: 'trxn_s9', ledger: 'banks', amount: 300 });
    },
  ],
  [
    'a transfer that failed does not come back',
    'paysOutOnce',
    (run) => alter(run, 'transfers', 'trsf_3', { state: 'failed' }),
  ],
  [
    'a transfer that was paid has come back',
    'paysOutOnce',
    (run) => alter(run, 'transfers', 'trsf_2', { state: 'paid' }),
  ],
  [
    'a day of a schedule comes twice',
    'keepsSchedules',
    (run) => add(run, 'occurrences', { ...run.rows.occurrences[1] }),
  ],
  ['what a schedule made is not there', 'keepsSchedules', (run) => remove(run, 'scheduled', 'trsf_3')],
  [
    'a schedule makes something on no day',
    'keepsSchedules',
    (run) => add(run, 'scheduled', { id: 'trsf_1', scheduleId: 'schd_1' }),
  ],
];

const LINK_SABOTAGES: typeof SABOTAGES = [
  ['a link is not there', 'keepsWhatItAnswered', (run) => remove(run, 'links', 'link_1')],
  [
    'a payment of a link was not asked for',
    'doesWhatItWasAsked',
    (run) => (run.calls = run.calls.filter(({ tag }) => tag !== 'ten')),
  ],
  [
    'a link is paid twice',
    'staysWithinLimits',
    (run) => add(run, 'charges', charge('chrg_4', 'successful', { version: 0, linkId: 'link_1' })),
  ],
  [
    'a link that is paid does not say so',
    'leavesNoHalves',
    (run) => alter(run, 'links', 'link_1', { isUsed: false }),
  ],
];

const SANDBOX_SABOTAGES: typeof SABOTAGES = [
  ['a sandbox that stays is gone', 'keepsSandboxes', (run) => (run.rows = { ...run.rows, sandboxes: [] })],
  ['a key of a sandbox does not open it', 'keepsSandboxes', (run) => redo(run, 'charges', { status: 401 })],
  [
    'a sandbox goes before its TTL',
    'keepsSandboxes',
    (run) => (run.sandboxes[1] = { ...madeUpSandboxes(T0).sandboxes[1], ttlMs: 9_000 } as never),
  ],
  [
    'a list shows what was before a reset',
    'forgetsOldEpochs',
    (run) => redo(run, 'charges', {}, () => ({ data: [{ id: 'a' }] })),
  ],
  [
    'an event of before a reset is seen',
    'forgetsOldEpochs',
    (run) => redo(run, 'events', {}, () => ({ data: [{ data: { id: 'a' } }] })),
  ],
  ['a charge of before a reset is found', 'forgetsOldEpochs', (run) => redo(run, 'find', { status: 200 })],
  ['a page of before a reset is shown', 'forgetsOldEpochs', (run) => redo(run, 'page', { status: 200 })],
  [
    'a clock waits for what was before a reset',
    'forgetsOldEpochs',
    (run) => late(run, { kind: 'clock' }, { now: T0, next: { object_id: 'a' } }),
  ],
  [
    'a charge of after a snapshot is shown',
    'goesBackWhole',
    (run) => redo(run, 'charges', {}, () => ({ data: [{ id: 'e' }, { id: 'f' }] }), 2),
  ],
  [
    'a charge of after a snapshot is found',
    'goesBackWhole',
    (run) => redo(run, 'find', { status: 200 }, undefined, 2),
  ],
  [
    'a charge of a snapshot is lost',
    'goesBackWhole',
    (run) => redo(run, 'charges', {}, () => ({ data: [] }), 2),
  ],
  [
    'a webhook of an old epoch is begun',
    'sendsNothingOld',
    (run) => void run.sandboxPosted.push(lateWebhook(run, 3_000)),
  ],
  [
    'a webhook of an old epoch has an unknown charge',
    'sendsNothingOld',
    (run) =>
      void run.sandboxPosted.push({ ...lateWebhook(run, 3_000), body: '{"id":"evnt_x","data":{"id":"x"}}' }),
  ],
  [
    'a webhook of an old epoch comes twice',
    'sendsNothingOld',
    (run) => void run.sandboxPosted.push(lateWebhook(run, 10), lateWebhook(run, 20)),
  ],
  [
    'an advance is shorter than it should be',
    'expiresAtItsInstant',
    (run) => rewalk(run, () => ({ from: new Date(T0 + 1).toISOString() })),
  ],
  [
    'an advance leaves a charge pending',
    'expiresAtItsInstant',
    (run) => relist(run, 'charges', (one) => ({ ...one, status: 'pending' })),
  ],
  [
    'a charge has expired at another instant',
    'expiresAtItsInstant',
    (run) => relist(run, 'charges', (one) => ({ ...one, expired_at: '2026-01-01T03:00:00Z' })),
  ],
  [
    'an event of a charge has another instant',
    'expiresAtItsInstant',
    (run) => relist(run, 'events', (one) => ({ ...one, created_at: '2026-01-01T03:00:00Z' })),
  ],
  [
    'a charge has no event of its end',
    'expiresAtItsInstant',
    (run) => relist(run, 'events', (one) => ({ ...one, key: 'charge.update' })),
  ],
  [
    'two events end one charge',
    'expiresAtItsInstant',
    (run) => relist(run, 'events', (one) => ({ ...one, data: { id: 'a' } })),
  ],
  [
    'an advance does not tell what happened',
    'sendsWhatItCaused',
    (run) => rewalk(run, () => ({ happened: [] })),
  ],
  [
    'an advance does not send what it caused',
    'sendsWhatItCaused',
    (run) => {
      run.sandboxPosted.shift();
      rewalk(run, ({ happened }) => ({ happened: happened.filter(({ delivery }) => delivery === null) }));
    },
  ],
  ['a webhook of an advance came to nobody', 'sendsWhatItCaused', (run) => void run.sandboxPosted.shift()],
  [
    'an advance until nothing is due leaves a webhook',
    'sendsWhatItCaused',
    (run) =>
      redo(run, 'advance', {}, (walked) => ({
        ...walked,
        happened: (walked['happened'] as object[]).map((one) => ({
          outcome: 'pending',
          ...one,
          ...('delivery' in one && one.delivery ? { outcome: 'pending' } : {}),
        })),
      })),
  ],
  [
    'a clock goes back',
    'neverGoesBack',
    (run) => late(run, { kind: 'clock' }, { now: new Date(T0 + 1).toISOString(), next: null }),
  ],
  [
    'a clock is set back by a move that was given up',
    'neverGoesBack',
    (run) => {
      redo(run, 'advance', { status: null, at: T0 + 60, until: T0 + 5_000 });
      const steps = run.sandboxes[0]?.steps as Step[];
      steps.splice(
        3,
        steps.length,
        ...steps.filter(({ isSettling }) => isSettling),
        clockStep(80, 2, 0),
        clockStep(1_200, 1, 1),
      );
    },
  ],
  [
    'a move of a clock is still under way',
    'endsEveryMove',
    (run) => (run.rows = { ...run.rows, clockMoves: [{ id: 'clkm_9', status: 'running' }] }),
  ],
  [
    'a move of a clock is not what was answered',
    'endsEveryMove',
    (run) => (run.rows = { ...run.rows, clockMoves: [{ id: 'clkm_2', status: 'unfinished' }] }),
  ],
  ['a clock cannot be walked any more', 'endsEveryMove', (run) => redo(run, 'advance', { status: 503 })],
  [
    'rows are left of a closed account',
    'leavesNoRemains',
    (run) => add(run, 'remains', { table: 'charge', count: 3 }),
  ],
  ['a sandbox outlives its TTL', 'leavesNoRemains', (run) => add(run, 'sandboxes', { name: 'short' })],
];

/** The clock as one of two processes told it during the walk. */
function clockStep(at: number, hours: number, index: number): Step {
  const text = JSON.stringify({ now: new Date(T0 + hours * 3_600_000).toISOString(), next: null });
  const rest = { status: 200, text, sent: {}, target: null, isSettling: false };
  return { kind: 'clock', process: `control-${index + 1}`, at: T0 + at, until: T0 + at + 5, ...rest };
}

/** Changes results of the last advance in the lists read after it. */
function relist(run: Draft, kind: 'charges' | 'events', edit: (one: object) => object): void {
  const steps = run.sandboxes[0]?.steps as Step[];
  const index = steps.findIndex((step) => step.kind === kind);
  const step = steps[index] as Step;
  steps[index] = { ...step, text: JSON.stringify({ data: bodyOf<{ data: object[] }>(step).data.map(edit) }) };
}

const SABOTAGES: readonly (readonly [what: string, promise: Promised, sabotage: (run: Draft) => void])[] = [
  [
    'a charge that was answered with 200 is lost',
    'keepsWhatItAnswered',
    (run) =>
      (['charges', 'events', 'deliveries'] as const).forEach((table) =>
        remove(run, table, table === 'charges' ? 'chrg_2' : 'evnt_test_2'),
      ),
  ],
  [
    'a refund that was answered with 200 is lost',
    'keepsWhatItAnswered',
    (run) => remove(run, 'refunds', 'rfnd_1'),
  ],
  [
    'a token that was answered with 200 is lost',
    'keepsWhatItAnswered',
    (run) => remove(run, 'tokens', 'tokn_1'),
  ],
  [
    'a payment that was answered with 200 did not happen',
    'keepsWhatItAnswered',
    (run) => remove(run, 'events', 'evnt_test_3'),
  ],
  [
    'an answer is not what was written down',
    'keepsWhatItAnswered',
    (run) => (run.calls[0] = call('one', 'charge', null, [answered({ id: 'chrg_1', amount: 7 })])),
  ],
  [
    'a source is there that nobody asked for',
    'doesWhatItWasAsked',
    (run) => add(run, 'sources', { id: 'src_2', name: null }),
  ],
  [
    'a refused refund was made',
    'doesWhatItWasAsked',
    (run) => (run.calls[3] = call('four', 'refund', 'chrg_1', [answered({}, 400)])),
  ],
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
  [
    'a charge was changed without an event',
    'leavesNoHalves',
    (run) => alter(run, 'charges', 'chrg_1', { version: 4 }),
  ],
  ['a refund has no event', 'leavesNoHalves', (run) => remove(run, 'events', 'evnt_test_4')],
  [
    'an event is about a charge that is not there',
    'leavesNoHalves',
    (run) => remove(run, 'charges', 'chrg_2'),
  ],
  [
    'a charge has no source',
    'leavesNoHalves',
    (run) => alter(run, 'charges', 'chrg_1', { sourceId: 'src_9' }),
  ],
  ['a card came without its token', 'leavesNoHalves', (run) => add(run, 'strayCards', { id: 'card_2' })],
  [
    'a key has two answers',
    'answersOncePerKey',
    (run) =>
      (run.calls[1] = call('two', 'charge', null, [answered({ id: 'a' }), answered({ id: 'b' })], {
        key: 'two',
      })),
  ],
  [
    'a charge has two charge.complete',
    'endsEachChargeOnce',
    (run) => add(run, 'events', { ...run.rows.events[2], id: 'evnt_test_7' }),
  ],
  [
    'a charge is captured that was paid already',
    'endsEachChargeOnce',
    (run) => add(run, 'events', event(7, 'charge.capture', 'chrg_1', T0, { status: 'successful' })),
  ],
  [
    'a charge is not what its last event says',
    'endsEachChargeOnce',
    (run) => alter(run, 'charges', 'chrg_1', { status: 'failed' }),
  ],
  [
    'more is refunded than was captured',
    'staysWithinLimits',
    (run) => alter(run, 'refunds', 'rfnd_1', { amount: 1_001 }),
  ],
  [
    'more is captured than was authorized',
    'staysWithinLimits',
    (run) => alter(run, 'charges', 'chrg_1', { capturedAmount: 1_001 }),
  ],
  [
    'a card of one token paid two charges',
    'staysWithinLimits',
    (run) => ['chrg_1', 'chrg_2'].forEach((id) => alter(run, 'charges', id, { cardId: 'card_1' })),
  ],
  [
    'a token does not know what it paid',
    'staysWithinLimits',
    (run) => alter(run, 'charges', 'chrg_1', { cardId: 'card_1' }),
  ],
  [
    'a charge has two open disputes',
    'staysWithinLimits',
    (run) => add(run, 'disputes', { ...run.rows.disputes[0], id: 'dspt_2' }),
  ],
  [
    'a posting does not add up',
    'balancesTheJournal',
    (run) => alter(run, 'entries', 'trxn_2', { amount: -300 }),
  ],
  [
    'a transaction is not what was posted',
    'balancesTheJournal',
    (run) => alter(run, 'transactions', 'trxn_1', { amount: 961 }),
  ],
  [
    'a refund moved no money',
    'balancesTheJournal',
    (run) => (['transactions', 'entries'] as const).forEach((table) => remove(run, table, 'trxn_2')),
  ],
  [
    'money is held for no dispute',
    'balancesTheJournal',
    (run) => alter(run, 'disputes', 'dspt_1', { status: 'won' }),
  ],
  ['an event has no delivery', 'deliversEveryEvent', (run) => remove(run, 'deliveries', 'evnt_test_3')],
  [
    'one of two addresses is left out',
    'deliversEveryEvent',
    (run) => remove(run, 'deliveries', `evnt_test_3 ${OTHER}`),
  ],
  [
    'a delivery is still pending',
    'deliversEveryEvent',
    (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { status: 'pending' }),
  ],
  [
    'a delivery was given up too early',
    'deliversEveryEvent',
    (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { status: 'exhausted' }),
  ],
  [
    'a delivery counts as delivered and came to nobody',
    'deliversEveryEvent',
    (run) => void run.posted.shift(),
  ],
  [
    'an attempt was not written down',
    'deliversEveryEvent',
    (run) => alter(run, 'deliveries', `evnt_test_3 ${HOME}`, { attemptCount: 2 }),
  ],
  [
    'a webhook has an uncommitted object',
    'deliversNothingElse',
    (run) => void run.posted.push(webhook('{"object":"event","id":"evnt_test_9"}')),
  ],
  [
    'a webhook came again as its event is stored',
    'deliversNothingElse',
    (run) => run.posted.push(...run.rows.events.slice(0, 1).map(({ body }) => webhook(body))),
  ],
  [
    'a webhook was sent outside any attempt',
    'deliversNothingElse',
    (run) => run.posted.push(...run.posted.slice(0, 1)),
  ],
  [
    'a webhook is not signed',
    'deliversNothingElse',
    (run) => (run.posted[0] = { ...webhook(run.posted[0]?.body ?? ''), headers: {} }),
  ],
  [
    'a charge expired too late',
    'expiresInTime',
    (run) => alter(run, 'events', 'evnt_test_6', { createdAt: DUE + MAX_LATENESS_MS + 1 }),
  ],
  [
    'a charge never expired',
    'expiresInTime',
    (run) => alter(run, 'charges', 'chrg_2', { status: 'pending' }),
  ],
  [
    'something was served that is not documented',
    'answersAsDocumented',
    (run) => void run.contradictions.push('GET /healthz: /since'),
  ],
  ['a process ended by itself', 'staysUp', (run) => void run.falls.push('worker-1 ended by itself with 1')],
  [
    'an answer was an internal error',
    'answersWhenHealed',
    (run) => (run.calls[7] = call('eight', 'pay', 'chrg_1', [answered({}, 500)])),
  ],
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
  it('reports nothing for a correct run', () => {
    expect([...check(goodRun())]).toEqual([]);
  });

  it.each([...SABOTAGES, ...LINK_SABOTAGES, ...SANDBOX_SABOTAGES, ...PAYOUT_SABOTAGES])(
    'reports that %s: %s',
    (_, promise, sabotage) => {
      const run = goodRun();
      sabotage(run);
      expect([...check(run).keys()]).toContain(promise);
    },
  );

  it('allows an unanswered request to be done completely or not at all', () => {
    const run = goodRun();
    run.calls[4] = call('five', 'dispute', 'chrg_1', [answered({}, 503)]);
    expect([...check(run)]).toEqual([]);
    run.calls.push(call('nine', 'charge', null, [UNANSWERED]));
    expect([...check(run)]).toEqual([]);
  });

  it('allows a delivery to be given up after its last attempt, or after 410', () => {
    const run = goodRun();
    const id = `evnt_test_3 ${HOME}`;
    alter(run, 'deliveries', id, { status: 'exhausted' });
    alter(run, 'attempts', id, { status: 410 });
    expect([...check(run)]).toEqual([]);
  });

  it('allows a webhook in progress to arrive soon after a reset, or when its worker is resumed', () => {
    const run = goodRun();
    run.sandboxPosted.push(lateWebhook(run, 900));
    expect([...check(run)]).toEqual([]);
    run.sandboxPosted[run.sandboxPosted.length - 1] = lateWebhook(run, 4_500);
    run.freezes.push({ from: T0 + 100, to: T0 + 4_500 });
    expect([...check(run)]).toEqual([]);
  });

  it('allows a process’s clock to lag while another moves it', () => {
    const run = goodRun();
    (run.sandboxes[0]?.steps as Step[]).splice(
      5,
      0,
      ...[
        [80, 2],
        [120, 1],
      ].map(([at = 0, hours = 0], index) => clockStep(at, hours, index)),
    );
    expect([...check(run)]).toEqual([]);
  });

  it('measures lateness from the recovery on', () => {
    const run = goodRun();
    alter(run, 'events', 'evnt_test_6', { createdAt: DUE + 60_000 });
    run.healedAt = DUE + 58_000;
    expect([...check(run)]).toEqual([]);
    expect(worstLateness(run)).toEqual({ everMs: 60_000, healedMs: 2_000 });
  });

  it('allows an untimed run to be slow, but still reports losses', () => {
    const run = goodRun();
    run.isTimed = false;
    alter(run, 'events', 'evnt_test_6', { createdAt: DUE + MAX_LATENESS_MS + 1 });
    run.calls[7] = call('eight', 'pay', 'chrg_1', [{ ...UNANSWERED, isHealed: true }, answered({}, 400)]);
    expect([...check(run)]).toEqual([]);
    run.calls[7] = call('eight', 'pay', 'chrg_1', [{ ...UNANSWERED, isHealed: true }], { key: 'eight' });
    alter(run, 'charges', 'chrg_2', { status: 'pending' });
    expect([...check(run).keys()]).toEqual(expect.arrayContaining(['expiresInTime', 'answersWhenHealed']));
  });

  it('counts a repeated webhook as a duplicate only if it was accepted before', () => {
    const [first, second] = ['evnt_test_1', 'evnt_test_2'].map((id) => webhook(`{"id":"${id}"}`));
    if (!first || !second) throw new Error('there are two');
    const refused = { ...first, answered: 500 };
    const dropped = { ...first, answered: null };
    expect(countDuplicates([refused, dropped, first, second])).toBe(0);
    expect(countDuplicates([first, refused, second, first, { ...first, uri: OTHER }])).toBe(2);
  });
});
