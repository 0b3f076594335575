import { DAY_MS } from '#kernel/time.js';
import type { ChargeBody } from '../answers.js';
import type { Merchant } from '../merchant.js';

/** A state that a charge can be in, and the recorded flags that are true in it (docs/fidelity.md C2, C23). */
export interface ChargeState {
  readonly state: string;
  readonly status: 'pending' | 'successful' | 'failed' | 'expired' | 'reversed';
  readonly flags: readonly Flag[];
  /** Brings a charge of the merchant's into the state. */
  readonly reach: (shop: Merchant) => Promise<ChargeBody>;
}

export const FLAGS = [
  'authorized',
  'paid',
  'capturable',
  'reversible',
  'reversed',
  'refundable',
  'partially_refundable',
  'disputable',
  'can_perform_void',
  'expired',
  'voided',
] as const;

type Flag = (typeof FLAGS)[number];

const PAID: readonly Flag[] = ['authorized', 'paid'];
const GIVABLE: readonly Flag[] = ['refundable', 'partially_refundable'];
const PAID_BY_CARD: readonly Flag[] = [...PAID, ...GIVABLE, 'disputable', 'can_perform_void'];
const AUTHORIZED: readonly Flag[] = ['authorized', 'capturable', 'reversible'];

const RETURN_URI = 'https://shop.example/return';
const DECLINED = { number: '4111111111140011' };

const act = async (
  shop: Merchant,
  { id }: { id: string },
  action: string,
  form: object = {},
): Promise<ChargeBody> => {
  const { status, body } = await shop.post(`/charges/${id}/${action}`, form);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as ChargeBody;
};

const boost = (shop: Merchant, form: object = {}): Promise<ChargeBody> => shop.charge(form);
const challenged = (shop: Merchant, form: object = {}): Promise<ChargeBody> =>
  shop.cardCharge({ authentication: '3DS', return_uri: RETURN_URI, ...form });

async function paidByBoost(shop: Merchant): Promise<ChargeBody> {
  return act(shop, await boost(shop), 'mark_as_paid');
}

async function refunded(shop: Merchant, charge: ChargeBody, form: object): Promise<ChargeBody> {
  const { status, body } = await shop.post(`/charges/${charge.id}/refunds`, form);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return charge;
}

async function disputed(shop: Merchant, action?: string, form: object = {}): Promise<ChargeBody> {
  const charge = await shop.cardCharge();
  const { location } = (await shop.post(`/charges/${charge.id}/disputes`)).body as { location: string };
  if (action !== undefined) await shop.patch(`${location}${action}`, form);
  return charge;
}

async function later(shop: Merchant, charge: ChargeBody, days: number): Promise<ChargeBody> {
  await shop.advance(days * DAY_MS + 5_000);
  return charge;
}

const WAITING: readonly ChargeState[] = [
  { state: 'waiting, of a wallet', status: 'pending', flags: [], reach: (shop) => boost(shop) },
  { state: 'waiting, of mobile banking', status: 'pending', flags: [], reach: (shop) => shop.kbankCharge() },
  {
    state: 'waiting, of an offline method',
    status: 'pending',
    flags: [],
    reach: (shop) => shop.charge({ currency: 'THB', 'source[type]': 'promptpay', return_uri: '' }),
  },
  { state: 'waiting for its cardholder', status: 'pending', flags: [], reach: (shop) => challenged(shop) },
];

const AUTHORIZED_ONLY: readonly ChargeState[] = [
  {
    state: 'authorized, on a card',
    status: 'pending',
    flags: AUTHORIZED,
    reach: (shop) => shop.cardCharge({ capture: false }),
  },
  {
    state: 'authorized by its cardholder',
    status: 'pending',
    flags: AUTHORIZED,
    reach: async (shop) => act(shop, await challenged(shop, { capture: false }), 'mark_as_paid'),
  },
  {
    state: 'authorized, of a wallet',
    status: 'pending',
    flags: AUTHORIZED,
    reach: async (shop) => act(shop, await boost(shop, { capture: false }), 'mark_as_paid'),
  },
];

const SUCCESSFUL: readonly ChargeState[] = [
  { state: 'paid, on a card', status: 'successful', flags: PAID_BY_CARD, reach: (shop) => shop.cardCharge() },
  {
    state: 'paid by a cardholder who was asked',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: async (shop) => act(shop, await challenged(shop), 'mark_as_paid'),
  },
  {
    state: 'paid by a cardholder who was asked for their passkey',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: async (shop) => act(shop, await challenged(shop, { authentication: 'PASSKEY' }), 'mark_as_paid'),
  },
  { state: 'paid, of a wallet', status: 'successful', flags: [...PAID, ...GIVABLE], reach: paidByBoost },
  {
    state: 'paid, of mobile banking',
    status: 'successful',
    flags: PAID,
    reach: async (shop) => act(shop, await shop.kbankCharge(), 'mark_as_paid'),
  },
  {
    state: 'paid, from a linked account',
    status: 'successful',
    flags: PAID,
    reach: async (shop) => {
      const { id: account } = await shop.registeredAccount();
      await shop.customer({ linked_account: account });
      const { body } = await shop.post('/charges', {
        amount: 2_000,
        currency: 'THB',
        linked_account: account,
      });
      return body as ChargeBody;
    },
  },
  {
    state: 'captured',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: async (shop) =>
      act(shop, await shop.cardCharge({ capture: false, authorization_type: 'final_auth' }), 'capture'),
  },
  {
    state: 'captured in part',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: async (shop) =>
      act(shop, await shop.cardCharge({ capture: false, authorization_type: 'pre_auth' }), 'capture', {
        capture_amount: 40_000,
      }),
  },
  {
    state: 'paid, and past the end that it was given',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: async (shop) => later(shop, await shop.cardCharge(), 7),
  },
];

const GIVEN_BACK: readonly ChargeState[] = [
  {
    state: 'refunded in part, on a card',
    status: 'successful',
    flags: [...PAID, ...GIVABLE, 'disputable'],
    reach: async (shop) => refunded(shop, await shop.cardCharge(), { amount: 1_000 }),
  },
  {
    state: 'refunded in full, on a card',
    status: 'successful',
    flags: PAID,
    reach: async (shop) => refunded(shop, await shop.cardCharge(), { amount: 100_000, void: false }),
  },
  {
    state: 'voided',
    status: 'successful',
    flags: [...PAID, 'voided'],
    reach: async (shop) => refunded(shop, await shop.cardCharge(), { amount: 100_000 }),
  },
  {
    state: 'refunded in part, of a wallet',
    status: 'successful',
    flags: [...PAID, ...GIVABLE],
    reach: async (shop) => refunded(shop, await paidByBoost(shop), { amount: 500 }),
  },
  {
    state: 'refunded in full, of a wallet',
    status: 'successful',
    flags: PAID,
    reach: async (shop) => refunded(shop, await paidByBoost(shop), { amount: 2_000 }),
  },
  {
    state: 'past the days in which a card is refunded',
    status: 'successful',
    flags: [...PAID, 'disputable'],
    reach: async (shop) => later(shop, await shop.cardCharge(), 365),
  },
  {
    state: 'past the days in which a wallet refunds',
    status: 'successful',
    flags: PAID,
    reach: async (shop) => later(shop, await paidByBoost(shop), 180),
  },
  { state: 'disputed', status: 'successful', flags: PAID, reach: (shop) => disputed(shop) },
  {
    state: 'disputed, with an answer',
    status: 'successful',
    flags: PAID,
    reach: (shop) => disputed(shop, '', { message: 'It was delivered' }),
  },
  {
    state: 'disputed, and the merchant won',
    status: 'successful',
    flags: PAID_BY_CARD,
    reach: (shop) => disputed(shop, '/close', { status: 'won' }),
  },
  {
    state: 'disputed, and the merchant accepted',
    status: 'successful',
    flags: PAID,
    reach: (shop) => disputed(shop, '/accept'),
  },
];

const NOT_PAID: readonly ChargeState[] = [
  { state: 'declined', status: 'failed', flags: [], reach: (shop) => shop.cardCharge({}, DECLINED) },
  {
    state: 'declined, on a stolen card',
    status: 'failed',
    flags: [],
    reach: (shop) => shop.cardCharge({}, { number: '4111111111130012' }),
  },
  {
    state: 'refused, of a wallet',
    status: 'failed',
    flags: [],
    reach: async (shop) =>
      act(shop, await boost(shop), 'mark_as_failed', { failure_code: 'insufficient_fund' }),
  },
  {
    state: 'refused by its cardholder',
    status: 'failed',
    flags: [],
    reach: async (shop) => act(shop, await challenged(shop), 'mark_as_failed'),
  },
  {
    state: 'declined, and past the end that it was given',
    status: 'failed',
    flags: ['expired'],
    reach: async (shop) => later(shop, await shop.cardCharge({}, DECLINED), 7),
  },
  {
    state: 'expired by its merchant',
    status: 'expired',
    flags: ['expired'],
    reach: async (shop) => act(shop, await boost(shop), 'expire'),
  },
  {
    state: 'expired for lack of a customer',
    status: 'expired',
    flags: ['expired'],
    reach: async (shop) => later(shop, await boost(shop), 7),
  },
  {
    state: 'expired for lack of a capture',
    status: 'expired',
    flags: ['authorized', 'expired'],
    reach: async (shop) => later(shop, await shop.cardCharge({ capture: false }), 7),
  },
  {
    state: 'reversed, on a card',
    status: 'reversed',
    flags: ['authorized', 'reversed'],
    reach: async (shop) => act(shop, await shop.cardCharge({ capture: false }), 'reverse'),
  },
  {
    state: 'reversed, of a wallet',
    status: 'reversed',
    flags: ['authorized', 'reversed'],
    reach: async (shop) =>
      act(shop, await act(shop, await boost(shop, { capture: false }), 'mark_as_paid'), 'reverse'),
  },
];

export const CHARGE_STATES: readonly ChargeState[] = [
  ...WAITING,
  ...AUTHORIZED_ONLY,
  ...SUCCESSFUL,
  ...GIVEN_BACK,
  ...NOT_PAID,
];
