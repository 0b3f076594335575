import fc from 'fast-check';
import { advance, frozenSandbox } from '../../apps/tollgate/test/clock.js';
import { useOwnGateway, type Gateway } from '../../apps/tollgate/test/harness.js';
import { Merchant, type Mode } from '../../apps/tollgate/test/merchant.js';
import {
  checkBooks,
  checkJournal,
  type Charge,
  type Dispute,
  type Event,
  type Refund,
  type Transaction,
} from './money/laws.js';
import {
  CAPTURES,
  CLOSES_A_DISPUTE,
  MAKES_A_CHARGE,
  MAKES_A_TRANSFER,
  OF_CHARGES,
  REFUNDS,
  rounds,
  SCHEDULES,
  SETTLES,
  Shop,
  type Round,
} from './money/operations.js';
import {
  checkBalance,
  checkSchedules,
  checkTransfers,
  type Balance,
  type Schedule,
  type Transfer,
} from './money/transfer-laws.js';
import type { Sandbox } from '../../apps/tollgate/test/sandbox.js';

/** A seed that passes, because a run that checks changes must not fail by chance. */
const CI_SEED = 20_261_123;
/** A failure prints its seed; `MONEY_SEED` repeats the requests, but not their timing. */
const SEED = Number(
  process.env['MONEY_SEED'] ?? (process.env['CI'] === 'true' ? CI_SEED : Date.now() % 0x7fffffff),
);
const RUNS = [1, 2, 3, 4];
const ROUNDS = 20;
/** The shops of a run, by the currency of their account: the second and the third exchange, and round. */
const CURRENCIES = ['THB', 'USD', 'JPY'];
/**
 * The time at which their clocks stand still: nothing happens by itself while a round is played, or while the
 * laws are checked.
 */
const BEGIN = '2027-01-01T00:00:00.000Z';
const STEP = { shop: 0, client: 0, pick: 0, percent: 100 } as const;
/** A shop's first money, enough for many transfers. */
const EARNING = { ...STEP, kind: 'chargeCard', amount: 1_000_000 } as const;
/** Some transfers: one that fails and one that is paid. */
const TRANSFERS = [
  { ...STEP, kind: 'transfer' } as const,
  { ...STEP, kind: 'returnTransfer' } as const,
  { ...STEP, kind: 'transfer' } as const,
  { ...STEP, kind: 'sendTransfer', pick: 1 } as const,
  { ...STEP, kind: 'payTransfer', pick: 1 } as const,
  { ...STEP, kind: 'scheduleTransfers' } as const,
];

const gateway = useOwnGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let answered = 0;
/** Numbers of transfers by final state, and of scheduled ones. */
const transferred = { paid: 0, returned: 0, scheduled: 0 };

describe('random operations of several clients of each shop', () => {
  it.each(RUNS)('keep all money: none appears, disappears or is returned twice (run %i)', async (run) => {
    const property = fc.asyncProperty(rounds(ROUNDS, CURRENCIES.length, 2), async (script) => {
      const shops = await Promise.all(CURRENCIES.map(openShop));
      await play(script, shops);
      await Promise.all(shops.map(checkLaws));
      await checkJournal(gateway.database);
    });
    const failWithSeed = ({ failed, errorInstance }: fc.RunDetails<[script: Round[]]>): void => {
      if (failed)
        throw new Error(`MONEY_SEED=${SEED} npm run test:faults -- money sends it again`, {
          cause: errorInstance,
        });
    };
    // Concurrency is not repeatable, so shrinking would find another failure.
    await fc.assert(property, { seed: SEED + run, numRuns: 1, endOnFailure: true, reporter: failWithSeed });
  });

  it('include many successes, and transfers in each final state', () => {
    expect(answered).toBeGreaterThanOrEqual(300);
    for (const count of Object.values(transferred)) expect(count).toBeGreaterThanOrEqual(4);
  });
});

class SandboxShop extends Shop {
  constructor(private readonly sandbox: Sandbox) {
    super([gateway, twin].map((at) => new Client(at, sandbox)));
  }

  /** Advances the clock through all due work. */
  async wait(hours: number): Promise<void> {
    const { status, unfinished } = await advance(this.sandbox, { by: `${hours}h`, max_real: '5m' });
    expect([status, unfinished]).toEqual(['done', []]);
  }
}

/** A merchant with the keys of a sandbox. */
class Client extends Merchant {
  constructor(
    { tollgate, settings }: Gateway,
    private readonly sandbox: Sandbox,
  ) {
    super(tollgate, settings, sandbox.name);
  }

  override key(kind: 'public' | 'secret', mode: Mode = 'test'): string {
    return this.sandbox.body[mode][`${kind}_key`];
  }
}

/** A shop that has something to transfer. */
async function openShop(currency: string): Promise<SandboxShop> {
  const shop = new SandboxShop(await frozenSandbox(gateway, BEGIN, { currency }));
  await shop.takeAtOnce([EARNING]);
  for (const step of TRANSFERS) await shop.takeAtOnce([{ ...step, amount: 5_000 }]);
  return shop;
}

async function play(script: readonly Round[], shops: readonly SandboxShop[]): Promise<void> {
  for (const { steps, wait } of script) {
    await Promise.all(
      shops.map((shop, index) => shop.takeAtOnce(steps.filter((step) => step.shop === index))),
    );
    if (wait.hours > 0) await shops[wait.shop]?.wait(wait.hours);
    answered += steps.length;
  }
}

async function checkLaws(shop: Shop): Promise<void> {
  const [charges, refunds, disputes, transactions, events, transfers, schedules] = await Promise.all([
    shop.all<Charge>('/charges'),
    shop.all<Refund>('/refunds'),
    shop.all<Dispute>('/disputes'),
    shop.all<Transaction>('/transactions'),
    shop.all<Event>('/events'),
    shop.all<Transfer>('/transfers'),
    shop.all<Schedule>('/schedules'),
  ]);
  const balance = (await shop.get('/balance')) as Balance;
  checkAnswers(shop, charges, refunds, events);
  checkSchedules(schedules, charges, transfers);
  expect(schedules).toHaveLength(shop.done(SCHEDULES).length);
  const kept = shop.done(MAKES_A_TRANSFER).length - shop.done(['deleteTransfer']).length;
  expect(transfers.filter(({ schedule }) => schedule === null)).toHaveLength(kept);
  checkTransfers(transfers, transactions, events);
  for (const { paid_at: paidAt, sent_at: sentAt, failure_code: failure, schedule } of transfers) {
    transferred.paid += Number(paidAt !== null);
    transferred.returned += Number(sentAt !== null && failure !== null);
    transferred.scheduled += Number(schedule !== null);
  }
  checkBalance(balance, transactions);
  checkDisputes(shop, charges, disputes, events);
  checkBooks({ charges, refunds, disputes, transfers, transactions, events, balance });
}

/** Everything that was answered with 200 is there, once, and nothing else is. */
function checkAnswers(
  shop: Shop,
  charges: readonly Charge[],
  refunds: readonly Refund[],
  events: readonly Event[],
): void {
  const deleted = shop.answers
    .filter(({ kind, status }) => kind === 'deleteTransfer' && status === 200)
    .map(({ body }) => (body as { id: string }).id);
  const isGone = (body: unknown): boolean =>
    deleted.some((id) => (body as { message: string }).message === `transfer ${id} was not found`);
  const isAnswer = ({ kind, status, body }: (typeof shop.answers)[number]): boolean =>
    [200, 400].includes(status) ||
    (kind === 'deleteTransfer' && status === 422) ||
    (status === 404 && isGone(body));
  expect(shop.answers.filter((answer) => !isAnswer(answer))).toEqual([]);
  const scheduled = charges.filter(({ schedule }) => schedule !== null).length;
  expect(charges.filter(({ link }) => link !== null)).toHaveLength(shop.done(['payLink']).length);
  const asked = charges.filter(({ link, schedule }) => link === null && schedule === null);
  expect(asked.map(({ id }) => id).sort()).toEqual(
    shop
      .done(MAKES_A_CHARGE)
      .map(({ body }) => body.id)
      .sort(),
  );
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  expect(refunds.toSorted(byId)).toEqual(
    shop
      .done(REFUNDS)
      .map(({ body }) => body)
      .sort(byId),
  );
  const expiredByTime =
    charges.filter(({ status }) => status === 'expired').length - shop.done(['expire']).length;
  const count = (...keys: string[]): number => events.filter(({ key }) => keys.includes(key)).length;
  const ofCharges = events.filter(({ key }) => /^(charge|refund|dispute)\./.test(key));
  expect({
    created: count('charge.create'),
    settled: count('charge.complete', 'charge.expire'),
    captured: count('charge.capture'),
    reversed: count('charge.reverse'),
    refunded: count('refund.create'),
    all: ofCharges.length,
  }).toEqual({
    created: charges.length,
    settled: shop.done(SETTLES).length + expiredByTime,
    captured: shop.done(CAPTURES).length,
    reversed: shop.done(['reverse']).length,
    refunded: refunds.length,
    all: shop.done(OF_CHARGES).length + scheduled + expiredByTime,
  });
}

/** A dispute has one transaction, or two when it was won; nothing of a charge is both refunded and lost. */
function checkDisputes(
  shop: Shop,
  charges: readonly Charge[],
  disputes: readonly Dispute[],
  events: readonly Event[],
): void {
  const count = (key: string): number => events.filter((event) => event.key === key).length;
  expect({
    made: count('dispute.create'),
    accepted: count('dispute.accept'),
    closed: count('dispute.close'),
  }).toEqual({
    made: shop.done(['dispute']).length,
    accepted: shop.done(['acceptDispute']).length,
    closed: shop.done(CLOSES_A_DISPUTE).length,
  });
  expect(disputes).toHaveLength(count('dispute.create'));
  for (const { status, funding_amount: amount, transactions } of disputes) {
    expect(transactions.map((transaction) => transaction.amount)).toEqual(
      status === 'won' ? [amount, amount] : [amount],
    );
  }
  for (const { id, captured_amount: captured, refunded_amount: refunded } of charges) {
    const unsettled = disputes.filter(({ charge, status }) => charge === id && status !== 'won');
    expect(unsettled.length).toBeLessThanOrEqual(1);
    expect(unsettled.map(({ amount }) => amount)).toEqual(unsettled.map(() => captured - refunded));
  }
}
