/**
 * What the objects of older API versions look like (docs/fidelity.md V12, V13, V14): the fields in their order, each with a value
 * of its type. The values are made up.
 */
type Shape = Readonly<Record<string, unknown>>;

const embeddedList = (location: string, data: unknown[] = []): Shape => ({
  object: 'list',
  from: '1970-01-01T00:00:00Z',
  to: '2026-01-31T00:00:00Z',
  offset: 0,
  limit: 20,
  total: 0,
  order: null,
  location,
  data,
});

/** A card of a token: it has no location. */
const looseCard: Shape = {
  object: 'card',
  id: 'card_test_60aaaaaaaaaaaaaaaa1',
  livemode: false,
  country: 'us',
  city: 'Bangkok',
  postal_code: '10320',
  financing: '',
  bank: '',
  last_digits: '4242',
  brand: 'Visa',
  expiration_month: 10,
  expiration_year: 2040,
  fingerprint: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  name: 'Somchai Example',
  security_code_check: true,
  created: '2026-01-31T00:00:00Z',
};

const { object, id, livemode, ...restOfCard } = looseCard;
const savedCard: Shape = { object, id, livemode, location: '/customers/cust_test_1/cards/card_test_1', ...restOfCard };

const refund: Shape = {
  object: 'refund',
  id: 'rfnd_test_60aaaaaaaaaaaaaaaa2',
  location: '/charges/chrg_test_1/refunds/rfnd_test_1',
  amount: 10_000,
  currency: 'thb',
  voided: false,
  charge: 'chrg_test_60aaaaaaaaaaaaaaaa3',
  transaction: 'trxn_test_60aaaaaaaaaaaaaaaa4',
  created: '2026-01-31T00:00:00Z',
};

const source: Shape = {
  object: 'source',
  id: 'src_test_60aaaaaaaaaaaaaaaa5',
  type: 'boost',
  flow: 'redirect',
  amount: 2000,
  currency: 'myr',
};

const document: Shape = {
  object: 'document',
  id: 'docu_test_60aaaaaaaaaaaaaaac1',
  livemode: false,
  location: '/disputes/dspt_test_1/documents/docu_test_1',
  filename: 'photo.png',
  created: '2026-01-31T00:00:00Z',
};

const dispute: Shape = {
  object: 'dispute',
  id: 'dspt_test_60aaaaaaaaaaaaaaac2',
  livemode: false,
  location: '/disputes/dspt_test_1',
  amount: 100_000,
  currency: 'thb',
  status: 'open',
  transaction: 'trxn_test_60aaaaaaaaaaaaaaaa4',
  message: null,
  reason_code: 'goods_or_services_not_provided',
  reason_message: 'Services not provided or Merchandise not received',
  charge: 'chrg_test_60aaaaaaaaaaaaaaaa3',
  documents: embeddedList('/disputes/dspt_test_1/documents', [document]),
  created: '2026-01-31T00:00:00Z',
  closed_at: null,
};

const charge: Shape = {
  object: 'charge',
  id: 'chrg_test_60aaaaaaaaaaaaaaaa3',
  livemode: false,
  location: '/charges/chrg_test_1',
  amount: 100_000,
  currency: 'thb',
  description: null,
  metadata: {},
  status: 'successful',
  capture: true,
  authorized: true,
  reversed: false,
  paid: true,
  transaction: 'trxn_test_60aaaaaaaaaaaaaaaa4',
  refunded: 10_000,
  refunds: embeddedList('/charges/chrg_test_1/refunds', [refund]),
  return_uri: null,
  reference: 'pay2_test_60aaaaaaaaaaaaaaaa6',
  authorize_uri: 'http://127.0.0.1/payments/pay2_test_1/authorize',
  failure_code: null,
  failure_message: null,
  card: looseCard,
  customer: null,
  ip: null,
  dispute,
  created: '2026-01-31T00:00:00Z',
  source,
};

const customer: Shape = {
  object: 'customer',
  id: 'cust_test_60aaaaaaaaaaaaaaaa7',
  livemode: false,
  location: '/customers/cust_test_1',
  default_card: 'card_test_60aaaaaaaaaaaaaaaa1',
  email: 'somchai@shop.example',
  description: null,
  metadata: {},
  created: '2026-01-31T00:00:00Z',
  cards: embeddedList('/customers/cust_test_1/cards', [savedCard]),
};

const transaction: Shape = {
  object: 'transaction',
  id: 'trxn_test_60aaaaaaaaaaaaaaaa4',
  location: '/transactions/trxn_test_1',
  type: 'credit',
  amount: 96_094,
  currency: 'thb',
  transferable: '2026-01-31T00:00:00Z',
  source: 'chrg_test_60aaaaaaaaaaaaaaaa3',
  created: '2026-01-31T00:00:00Z',
};

const token: Shape = {
  object: 'token',
  id: 'tokn_test_60aaaaaaaaaaaaaaaa8',
  livemode: false,
  location: 'http://127.0.0.1/tokens/tokn_test_1',
  used: false,
  card: looseCard,
  created: '2026-01-31T00:00:00Z',
};

const event: Shape = {
  object: 'event',
  id: 'evnt_test_60aaaaaaaaaaaaaaaa9',
  livemode: false,
  location: '/events/evnt_test_1',
  key: 'charge.create',
  created: '2026-01-31T00:00:00Z',
  data: charge,
};

const IN_2017 = {
  charge,
  refund,
  customer,
  card: savedCard,
  deletedCard: { object: 'card', id: 'card_test_1', livemode: false, deleted: true },
  token,
  transaction,
  dispute,
  document,
  event,
  source,
  balance: {
    object: 'balance',
    livemode: false,
    location: '/balance',
    available: 1,
    total: 1,
    currency: 'thb',
    reserve_amount: 0,
  },
  account: {
    object: 'account',
    id: 'acct_60aaaaaaaaaaaaaaab1',
    livemode: false,
    location: '/account',
    email: 'merchant@shop.example',
    currency: 'thb',
    supported_currencies: ['thb', 'jpy'],
    created: '2026-01-31T00:00:00Z',
  },
} satisfies Record<string, Shape>;

export type Resource = keyof typeof IN_2017;

/** The object with one field replaced by others, at its place. */
function replaced(shape: Shape, field: string, others: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).flatMap((entry) => (entry[0] === field ? Object.entries(others) : [entry])));
}

/** Until 2017-11-02 a charge had no source, and said in three fields what it was paid with. */
const chargeIn2015 = [
  (shape: Shape) => replaced(shape, 'source', {}),
  (shape: Shape) => replaced(shape, 'transaction', { transaction: 'trxn_test_1', source_of_fund: 'card' }),
  (shape: Shape) => replaced(shape, 'return_uri', { return_uri: null, offsite: null, offline: null }),
].reduce((shape, change) => change(shape), charge);

/** Until 2015-11-17 a paid charge was captured. */
const chargeIn2014 = replaced(chargeIn2015, 'paid', { captured: true });

export const SHAPES: Readonly<Record<'2014-07-27' | '2015-11-17' | '2017-11-02', Readonly<Record<Resource, Shape>>>> = {
  '2014-07-27': { ...IN_2017, charge: chargeIn2014, event: { ...event, data: chargeIn2014 } },
  '2015-11-17': { ...IN_2017, charge: chargeIn2015, event: { ...event, data: chargeIn2015 } },
  '2017-11-02': IN_2017,
};

/** Where an object has other fields than its shape, in another order or of another type. Null fits every type, in either. */
export function differences(actual: unknown, shape: unknown, path = ''): string[] {
  if (actual === null || shape === null) return [];
  if (kindOf(actual) !== kindOf(shape)) return [`${path} is ${kindOf(actual)}, not ${kindOf(shape)}`];
  if (Array.isArray(actual) && Array.isArray(shape)) {
    return actual.flatMap((item, index) => (shape.length > 0 ? differences(item, shape[0], `${path}[${index}]`) : []));
  }
  if (typeof actual !== 'object' || typeof shape !== 'object') return [];
  if (path.endsWith('.metadata')) return [];
  const [fields, expected] = [Object.keys(actual).join(' '), Object.keys(shape).join(' ')];
  if (fields !== expected) return [`${path} has ${fields}, not ${expected}`];
  return Object.entries(shape).flatMap(([field, value]) => differences((actual as Shape)[field], value, `${path}.${field}`));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
