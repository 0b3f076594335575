import fc from 'fast-check';
import { useGateway } from './harness.js';
import { Merchant } from './merchant.js';
import { CAPTURES, CLOSES_A_DISPUTE, MAKES_A_CHARGE, REFUNDS, rounds, SETTLES, Shop, type Round } from './money.operations.js';

/** A failure prints its seed; `MONEY_SEED=… npm test -- money` repeats what was sent, though not which of two at once came first. */
const SEED = Number(process.env['MONEY_SEED'] ?? Date.now() % 0x7fffffff);
const RUNS = 4;
const ROUNDS = 20;
/** The shops of a run, by the currency of their account: the second and the third exchange, and round. */
const CURRENCIES = ['THB', 'USD', 'JPY'];

interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly captured_amount: number;
  readonly refunded_amount: number;
  readonly funding_amount: number;
  readonly status: string;
  readonly voided: boolean;
  readonly paid: boolean;
  readonly transaction: string | null;
}

interface Refund {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly funding_amount: number;
  readonly voided: boolean;
  readonly transaction: string;
}

interface Dispute {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly funding_amount: number;
  readonly status: string;
  readonly transactions: readonly { readonly id: string; readonly amount: number }[];
}

interface Transaction {
  readonly id: string;
  readonly origin: string;
  readonly direction: string;
  readonly amount: number;
}

interface Event {
  readonly key: string;
  readonly data: object;
}

const gateway = useGateway();
const twin = useGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
let answered = 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('whatever shops do, several clients of each at once', () => {
  it('no money appears, disappears, or goes back twice', async () => {
    const property = fc.asyncProperty(rounds(ROUNDS, CURRENCIES.length, 2), async (script) => {
      const shops = await Promise.all(CURRENCIES.map(openShop));
      await play(script, shops);
      await Promise.all(shops.map(checkLaws));
      await checkJournal();
    });
    // What happens at once cannot be repeated exactly, so that a smaller failure would not be the same one.
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true, reporter: failWithSeed });
    expect(answered).toBeGreaterThanOrEqual(300);
  });
});

function failWithSeed({ failed, numRuns, errorInstance }: fc.RunDetails<[script: Round[]]>): void {
  if (failed) throw new Error(`MONEY_SEED=${SEED} failed in run ${numRuns} of ${RUNS}`, { cause: errorInstance });
}

async function openShop(currency: string): Promise<Shop> {
  const merchant = await gateway.account({ currency });
  return new Shop([merchant, new Merchant(twin.tollgate, twin.settings, merchant.id)]);
}

async function play(script: readonly Round[], shops: readonly Shop[]): Promise<void> {
  for (const { steps, wait } of script) {
    await Promise.all(shops.map((shop, index) => shop.takeAtOnce(steps.filter((step) => step.shop === index))));
    if (wait.ms > 0) await shops[wait.shop]?.wait(wait.ms);
    answered += steps.length;
  }
}

async function checkLaws(shop: Shop): Promise<void> {
  const [charges, refunds, disputes, transactions, events] = await Promise.all([
    shop.all<Charge>('/charges'),
    shop.all<Refund>('/refunds'),
    shop.all<Dispute>('/disputes'),
    shop.all<Transaction>('/transactions'),
    shop.all<Event>('/events'),
  ]);
  checkAnswers(shop, charges, refunds, events);
  checkDisputes(shop, charges, disputes, events);
  for (const charge of charges) {
    checkCharge(
      charge,
      refunds.filter(({ charge: id }) => id === charge.id),
    );
  }
  const posted = [
    ...charges.filter(({ transaction }) => transaction !== null),
    ...refunds,
    ...disputes.flatMap(({ id, transactions: own }) => own.map(({ id: transaction }) => ({ id, transaction }))),
  ];
  expect(transactions.map(({ id, origin }) => `${id} ${origin}`).sort()).toEqual(
    posted.map(({ transaction, id }) => `${transaction} ${id}`).sort(),
  );
  const total = sum(transactions.map(({ direction, amount }) => (direction === 'credit' ? amount : -amount)));
  expect(await shop.get('/balance')).toMatchObject({ total: total + 0 });
  expect(replay(events)).toEqual(new Map(charges.map((charge) => [charge.id, stateOf(charge)])));
}

/** Everything that was answered with 200 is there, once, and nothing else is. */
function checkAnswers(shop: Shop, charges: readonly Charge[], refunds: readonly Refund[], events: readonly Event[]): void {
  expect(shop.answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  expect(charges.map(({ id }) => id).sort()).toEqual(
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
  const expiredByTime = charges.filter(({ status }) => status === 'expired').length - shop.done(['expire']).length;
  const count = (...keys: string[]): number => events.filter(({ key }) => keys.includes(key)).length;
  expect({
    created: count('charge.create'),
    settled: count('charge.complete', 'charge.expire'),
    captured: count('charge.capture'),
    reversed: count('charge.reverse'),
    refunded: count('refund.create'),
    all: events.length,
  }).toEqual({
    created: charges.length,
    settled: shop.done(SETTLES).length + expiredByTime,
    captured: shop.done(CAPTURES).length,
    reversed: shop.done(['reverse']).length,
    refunded: refunds.length,
    all: shop.answers.filter(({ status }) => status === 200).length + expiredByTime,
  });
}

/** A dispute has one transaction, or two when it was won; nothing of a charge is both refunded and lost. */
function checkDisputes(shop: Shop, charges: readonly Charge[], disputes: readonly Dispute[], events: readonly Event[]): void {
  const count = (key: string): number => events.filter((event) => event.key === key).length;
  expect({ made: count('dispute.create'), accepted: count('dispute.accept'), closed: count('dispute.close') }).toEqual({
    made: shop.done(['dispute']).length,
    accepted: shop.done(['acceptDispute']).length,
    closed: shop.done(CLOSES_A_DISPUTE).length,
  });
  expect(disputes).toHaveLength(count('dispute.create'));
  for (const { status, funding_amount: amount, transactions } of disputes) {
    expect(transactions.map((transaction) => transaction.amount)).toEqual(status === 'won' ? [amount, amount] : [amount]);
  }
  for (const { id, captured_amount: captured, refunded_amount: refunded } of charges) {
    const unsettled = disputes.filter(({ charge, status }) => charge === id && status !== 'won');
    expect(unsettled.length).toBeLessThanOrEqual(1);
    expect(unsettled.map(({ amount }) => amount)).toEqual(unsettled.map(() => captured - refunded));
  }
}

function checkCharge(charge: Charge, refunds: readonly Refund[]): void {
  const funding = sum(refunds.map(({ funding_amount: amount }) => amount));
  expect(charge.captured_amount).toBeLessThanOrEqual(charge.amount);
  expect(charge.refunded_amount).toBeLessThanOrEqual(charge.captured_amount);
  expect(charge.refunded_amount).toBe(sum(refunds.map(({ amount }) => amount)));
  expect(funding).toBeLessThanOrEqual(charge.funding_amount);
  if (refunds.length > 0) expect(charge.paid).toBe(true);
  if (charge.refunded_amount === charge.captured_amount && charge.paid) expect(funding).toBe(charge.funding_amount);
  expect(charge.voided).toBe(refunds.some(({ voided }) => voided));
  if (charge.voided) expect(refunds).toHaveLength(1);
}

type State = Pick<Charge, 'status' | 'captured_amount' | 'refunded_amount' | 'voided'>;

function stateOf({ status, captured_amount, refunded_amount, voided }: Charge): State {
  return { status, captured_amount, refunded_amount, voided };
}

/** What somebody knows of the charges who has only seen the events. */
function replay(events: readonly Event[]): Map<string, State> {
  const states = new Map<string, State>();
  for (const { key, data } of events) {
    if (key === 'refund.create') {
      const { charge, amount, voided } = data as Refund;
      const state = states.get(charge);
      if (!state) throw new Error(`A refund of ${charge} came before the charge`);
      states.set(charge, { ...state, refunded_amount: state.refunded_amount + amount, voided });
    } else if (key.startsWith('charge.')) {
      const charge = data as Charge;
      states.set(charge.id, stateOf(charge));
    }
  }
  return states;
}

/** The entries of each posting add up to 0, that of the merchant is what the transaction says, and open disputes are what is held. */
async function checkJournal(): Promise<void> {
  const wrong = await gateway.database.$queryRaw`
    SELECT coalesce(posting_id, id) FROM transaction FULL JOIN journal_entry ON posting_id = id
    GROUP BY posting_id, id, direction, transaction.amount HAVING coalesce(sum(journal_entry.amount), 0) <> 0
      OR coalesce(sum(journal_entry.amount) FILTER (WHERE ledger = 'merchant'), 0)
        <> CASE direction WHEN 'credit' THEN transaction.amount WHEN 'debit' THEN -transaction.amount ELSE 0 END`;
  expect(wrong).toEqual([]);
  const [held] = await gateway.database.$queryRaw<{ held: bigint; disputed: bigint }[]>`
    SELECT (SELECT coalesce(sum(amount), 0) FROM journal_entry WHERE ledger = 'disputes')::bigint AS held,
      (SELECT coalesce(sum(funding_amount), 0) FROM dispute WHERE status IN ('open', 'pending'))::bigint AS disputed`;
  expect(held?.held).toBe(held?.disputed);
}
