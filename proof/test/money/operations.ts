import fc from 'fast-check';
import request from 'supertest';
import type { Merchant } from '../../../apps/tollgate/test/merchant.js';

/** Number of recent charges and transfers that operations use: few, so that clients meet. */
const IN_VIEW = 4;

/**
 * One call of one client of a shop. Which charge it is about, and how much of it, is said in general: the
 * charges are made on the way.
 */
export interface Step {
  readonly kind: Kind;
  readonly shop: number;
  readonly client: number;
  readonly amount: number;
  readonly pick: number;
  readonly percent: number;
}

/** Concurrent operations of several clients, then a move of one shop's clock. */
export interface Round {
  readonly steps: readonly Step[];
  readonly wait: { readonly shop: number; readonly hours: number };
}

export interface Answer {
  readonly kind: Kind;
  readonly status: number;
  readonly body: { readonly id: string; readonly [field: string]: unknown };
}

interface Aim {
  readonly client: Merchant;
  readonly amount: number;
  /** The path of the charge that is acted on. */
  readonly charge: string;
  /** A part of that charge's amount, or more than it. */
  readonly part: number;
  /** The path of the transfer that is acted on. */
  readonly transfer: string;
  readonly percent: number;
}

type Call = PromiseLike<{ status: number; body: unknown }>;

const DAY_MS = 86_400_000;
const SCHEDULED_DAYS = 6;

const BOOST = { currency: 'MYR', 'source[type]': 'boost', return_uri: 'https://shop.example/return' };
const KBANK = {
  currency: 'THB',
  'source[type]': 'mobile_banking_kbank',
  return_uri: 'https://shop.example/return',
};

async function onCard(
  { client, amount }: Aim,
  form: object = {},
): Promise<{ status: number; body: unknown }> {
  const { id } = await client.token();
  return client.post('/charges', { amount, currency: 'USD', card: id, ...form });
}

/** Refunds the rest of a charge, which others may refund at the same time. */
async function refundRest({ client, charge }: Aim): Promise<{ status: number; body: unknown }> {
  const { captured_amount: captured, refunded_amount: refunded } = (await client.get(charge)).body as Record<
    string,
    number
  >;
  return client.post(`${charge}/refunds`, { amount: (captured ?? 0) - (refunded ?? 0) });
}

/** Sends nothing without a dispute. */
async function onDispute(
  { client, charge }: Aim,
  action: string,
  form: object = {},
): Promise<{ status: number; body: unknown }> {
  const { dispute } = (await client.get(charge)).body as { dispute: { location: string } | null };
  return dispute ? client.patch(`${dispute.location}${action}`, form) : { status: 400, body: {} };
}

/** Schedules it for some of the next days, from today on. */
async function schedule({ client }: Aim, what: object): Promise<{ status: number; body: unknown }> {
  const { created_at: now } = (await client.get('/balance')).body as { created_at: string };
  const end = new Date(Date.parse(now) + SCHEDULED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return client.post('/schedules', { every: 2, period: 'day', end_date: end, ...what });
}

async function scheduleCharges(aim: Aim): Promise<{ status: number; body: unknown }> {
  const { id: customer } = await aim.client.customer({ card: (await aim.client.token()).id });
  return schedule(aim, {
    'charge[customer]': customer,
    'charge[amount]': aim.amount,
    'charge[currency]': 'USD',
  });
}

async function scheduleTransfers(aim: Aim, much: object): Promise<{ status: number; body: unknown }> {
  const { data } = (await aim.client.get('/recipients')).body as { data: { id: string }[] };
  return schedule(aim, { 'transfer[recipient]': data[0]?.id, ...much });
}

/** Fails a transfer, whether sent or not. */
async function returnTransfer({ client, transfer }: Aim): Promise<{ status: number; body: unknown }> {
  await client.post(`${transfer}/mark_as_sent`);
  return client.post(`${transfer}/mark_as_failed`);
}

async function payLink({ client, amount }: Aim): Promise<{ status: number; body: unknown }> {
  const { payment_uri: uri } = await client.link({ amount, currency: 'USD' });
  const pay = request(uri).post('').type('form');
  const { status, body } = await pay.send({ method: 'card', card: (await client.token()).id });
  return { status: status < 400 ? 200 : status, body: body as unknown };
}

const OPERATIONS = {
  chargeBoost: [3, ({ client, amount }) => client.post('/charges', { ...BOOST, amount })],
  authorizeBoost: [2, ({ client, amount }) => client.post('/charges', { ...BOOST, amount, capture: false })],
  chargeKbank: [1, ({ client, amount }) => client.post('/charges', { ...KBANK, amount })],
  chargeCard: [5, (aim) => onCard(aim)],
  authorizeCard: [2, (aim) => onCard(aim, { capture: false, authorization_type: 'pre_auth' })],
  pay: [8, ({ client, charge }) => client.post(`${charge}/mark_as_paid`)],
  refuse: [1, ({ client, charge }) => client.post(`${charge}/mark_as_failed`)],
  expire: [1, ({ client, charge }) => client.post(`${charge}/expire`)],
  capture: [4, ({ client, charge }) => client.post(`${charge}/capture`)],
  capturePart: [3, ({ client, charge, part }) => client.post(`${charge}/capture`, { capture_amount: part })],
  reverse: [1, ({ client, charge }) => client.post(`${charge}/reverse`)],
  refund: [16, ({ client, charge, part }) => client.post(`${charge}/refunds`, { amount: part })],
  refundOne: [3, ({ client, charge }) => client.post(`${charge}/refunds`, { amount: 1 })],
  refundRest: [3, refundRest],
  void: [2, ({ client, charge, part }) => client.post(`${charge}/refunds`, { amount: part, void: true })],
  dispute: [10, ({ client, charge }) => client.post(`${charge}/disputes`)],
  answerDispute: [3, (aim) => onDispute(aim, '', { message: 'it was delivered' })],
  acceptDispute: [3, (aim) => onDispute(aim, '/accept')],
  winDispute: [8, (aim) => onDispute(aim, '/close', { status: 'won' })],
  loseDispute: [3, (aim) => onDispute(aim, '/close', { status: 'lost' })],
  payLink: [2, payLink],
  transfer: [
    8,
    ({ client, amount, percent }) => client.post('/transfers', { amount, fail_fast: percent < 100 }),
  ],
  transferAll: [2, ({ client }) => client.post('/transfers', { fail_fast: true })],
  changeTransfer: [3, ({ client, transfer, amount }) => client.patch(transfer, { amount })],
  deleteTransfer: [1, ({ client, transfer }) => client.delete(transfer)],
  sendTransfer: [8, ({ client, transfer }) => client.post(`${transfer}/mark_as_sent`)],
  payTransfer: [4, ({ client, transfer }) => client.post(`${transfer}/mark_as_paid`)],
  failTransfer: [1, ({ client, transfer }) => client.post(`${transfer}/mark_as_failed`)],
  returnTransfer: [6, returnTransfer],
  scheduleCharges: [1, scheduleCharges],
  scheduleTransfers: [1, (aim) => scheduleTransfers(aim, { 'transfer[amount]': aim.amount })],
  scheduleParts: [
    1,
    (aim) => scheduleTransfers(aim, { 'transfer[percentage_of_balance]': Math.min(aim.percent, 100) }),
  ],
} as const satisfies Record<string, readonly [weight: number, send: (aim: Aim) => Call]>;

export type Kind = keyof typeof OPERATIONS;

export const MAKES_A_CHARGE: readonly Kind[] = [
  'chargeBoost',
  'authorizeBoost',
  'chargeKbank',
  'chargeCard',
  'authorizeCard',
];
export const REFUNDS: readonly Kind[] = ['refund', 'refundOne', 'refundRest', 'void'];
export const CAPTURES: readonly Kind[] = ['capture', 'capturePart'];
export const CLOSES_A_DISPUTE: readonly Kind[] = ['winDispute', 'loseDispute'];
export const SETTLES: readonly Kind[] = ['pay', 'refuse', 'expire'];
export const MAKES_A_TRANSFER: readonly Kind[] = ['transfer', 'transferAll'];
export const SCHEDULES: readonly Kind[] = ['scheduleCharges', 'scheduleTransfers', 'scheduleParts'];
const ACTS_ON_A_TRANSFER: readonly Kind[] = [
  'changeTransfer',
  'deleteTransfer',
  'sendTransfer',
  'payTransfer',
  'failTransfer',
  'returnTransfer',
];
/** Operations that emit an event of a charge or of its objects for each success. */
export const OF_CHARGES: readonly Kind[] = (Object.keys(OPERATIONS) as Kind[]).filter(
  (kind) => ![...MAKES_A_TRANSFER, ...ACTS_ON_A_TRANSFER, ...SCHEDULES].includes(kind),
);

/** Until transfers are sent, charges expire, and refunds are no longer possible. */
const WAITS_HOURS = [0, 0, 0, 0, 1, 25, 53, 169, 4603];

export function rounds(count: number, shops: number, clients: number): fc.Arbitrary<Round[]> {
  const kinds = Object.entries(OPERATIONS).map(([kind, [weight]]) => ({
    weight,
    arbitrary: fc.constant(kind as Kind),
  }));
  const step = fc.record({
    kind: fc.oneof(...kinds),
    shop: fc.nat(shops - 1),
    client: fc.nat(clients - 1),
    amount: fc.integer({ min: 2_000, max: 20_000 }),
    pick: fc.nat(IN_VIEW - 1),
    percent: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 130 })),
  });
  const wait = fc.record({ shop: fc.nat(shops - 1), hours: fc.constantFrom(...WAITS_HOURS) });
  const round = fc.record({ steps: fc.array(step, { minLength: 5, maxLength: 12 }), wait });
  return fc.array(round, { minLength: count, maxLength: count });
}

/** A merchant with several clients, and their responses. */
export class Shop {
  readonly answers: Answer[] = [];
  private readonly charges: { id: string; amount: number }[] = [];
  private readonly transfers: string[] = [];

  /** Each client speaks to a gateway of its own. */
  constructor(private readonly clients: readonly Merchant[]) {}

  async takeAtOnce(steps: readonly Step[]): Promise<void> {
    const inView = this.charges.slice(-IN_VIEW);
    const transfers = this.transfers.slice(-IN_VIEW);
    const answers = await Promise.all(
      steps.map((step) =>
        this.take(step, inView[step.pick % inView.length], transfers[step.pick % transfers.length]),
      ),
    );
    answers.forEach(({ kind, status, body }, index) => {
      const amount = steps[index]?.amount ?? 0;
      if (status === 200 && MAKES_A_CHARGE.includes(kind)) this.charges.push({ id: body.id, amount });
      if (status === 200 && MAKES_A_TRANSFER.includes(kind)) this.transfers.push(body.id);
    });
    this.answers.push(...answers);
  }

  /** A shop without charges starts with one, and one without transfers transfers its whole balance. */
  private async take(
    step: Step,
    target: { id: string; amount: number } | undefined,
    transfer: string | undefined,
  ): Promise<Answer> {
    const stepKind =
      ACTS_ON_A_TRANSFER.includes(step.kind) && transfer === undefined ? 'transferAll' : step.kind;
    const kind = target ? stepKind : 'chargeCard';
    const part = Math.ceil(((target?.amount ?? 0) * step.percent) / 100);
    const [, send] = OPERATIONS[kind];
    const paths = { charge: `/charges/${target?.id ?? ''}`, transfer: `/transfers/${transfer ?? ''}` };
    const aim = {
      client: this.client(step.client),
      amount: step.amount,
      percent: step.percent,
      part,
      ...paths,
    };
    const { status, body } = await send(aim);
    return { kind, status, body: body as Answer['body'] };
  }

  /** Responses of these operations with status 200. */
  done(kinds: readonly Kind[]): Answer[] {
    return this.answers.filter(({ kind, status }) => status === 200 && kinds.includes(kind));
  }

  async get(path: string): Promise<unknown> {
    return (await this.client(0).get(path)).body as unknown;
  }

  async all<T>(path: string): Promise<T[]> {
    const found: T[] = [];
    for (;;) {
      const { body } = await this.client(0).get(path, { limit: 100, offset: found.length });
      const { data, total } = body as { data: T[]; total: number };
      found.push(...data);
      if (found.length >= total) return found;
    }
  }

  private client(index: number): Merchant {
    const client = this.clients[index];
    if (!client) throw new Error(`There is no client ${index}`);
    return client;
  }
}
