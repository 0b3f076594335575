import { ANY, isApiObject, mapped, only, renamed, without, type Downgrade } from './downgrade.js';

const CURRENCIES = ['currency', 'funding_currency', 'supported_currencies'];
const LIST = ['object', 'from', 'to', 'offset', 'limit', 'total', 'order', 'location', 'data'];
const CARD = [
  ...['object', 'id', 'livemode', 'location', 'country', 'city', 'postal_code', 'financing', 'bank', 'last_digits', 'brand'],
  ...['expiration_month', 'expiration_year', 'fingerprint', 'name', 'security_code_check', 'created', 'deleted'],
];
const CHARGE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'description', 'metadata', 'status', 'capture', 'authorized'],
  ...['reversed', 'paid', 'transaction', 'refunded', 'refunds', 'return_uri', 'reference', 'authorize_uri', 'failure_code'],
  ...['failure_message', 'card', 'customer', 'ip', 'dispute', 'created', 'source'],
];
const CUSTOMER = [
  ...['object', 'id', 'livemode', 'location', 'default_card', 'email', 'description', 'metadata', 'created', 'cards', 'deleted'],
];
const SOURCE = ['object', 'id', 'type', 'flow', 'amount', 'currency'];
const DISPUTE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'status', 'transaction', 'message', 'reason_code'],
  ...['reason_message', 'charge', 'documents', 'created', 'closed_at'],
];
const DOCUMENT = ['object', 'id', 'livemode', 'location', 'filename', 'created', 'deleted'];
const REASONS = new Map<unknown, string>([['Merchandise/Services Not Received', 'Services not provided or Merchandise not received']]);
const CUSTOMER_CARDS = /^\/customers\/[^/]+\/cards$/;

/** What was different in 2017-11-02, before 2019-05-29 (docs/fidelity.md V12). */
export const TO_2017_11_02: readonly Downgrade[] = [
  {
    object: ANY,
    change: 'The time of creation is `created`.',
    apply: (view) => renamed(view, { created_at: 'created' }),
  },
  {
    object: ANY,
    change: 'Currencies are in lower case.',
    apply: (view) => mapped(view, CURRENCIES, inLowerCase),
  },
  {
    object: ANY,
    change: 'A deleted object is only its kind, id, mode and `deleted`, unless it is inside another; the others do not have `deleted`.',
    apply: (view, isEmbedded) => {
      if (view['deleted'] !== true) return without(view, 'deleted');
      return isEmbedded ? view : only(view, ['object', 'id', 'livemode', 'deleted']);
    },
  },
  {
    object: 'list',
    change: 'The fields of a list stand in another order, with `data` at the end.',
    apply: (view) => only(view, LIST),
  },
  {
    object: 'list',
    change: 'A list inside an object has null as its `order`.',
    apply: (view, isEmbedded) => (isEmbedded ? mapped(view, ['order'], () => null) : view),
  },
  {
    object: 'list',
    change: 'The list of a customer’s cards has no `location`, unless it is inside an object.',
    apply: (view, isEmbedded) => (!isEmbedded && CUSTOMER_CARDS.test(String(view['location'])) ? without(view, 'location') : view),
  },
  {
    object: 'card',
    change: 'A card that is not saved has no `location`.',
    apply: (view) => (view['location'] === null ? without(view, 'location') : view),
  },
  {
    object: 'card',
    change: 'A card has no street, state and phone number, no first digits and no tokenization method.',
    apply: (view) => only(view, CARD),
  },
  {
    object: 'token',
    change: 'A token has no `charge_status`.',
    apply: (view) => only(view, ['object', 'id', 'livemode', 'location', 'used', 'card', 'created']),
  },
  {
    object: 'customer',
    change: 'A customer has no linked accounts, and its cards at the end.',
    apply: (view) => only(view, CUSTOMER),
  },
  {
    object: 'source',
    change: 'A source is only its id, type, flow and amount, and the code or the references that its customer needs, if there are any.',
    apply: (view) => only(view, [...SOURCE, ...['references', 'scannable_code'].filter((field) => view[field] ?? false)]),
  },
  {
    object: 'charge',
    change: 'What was refunded of a charge is `refunded`.',
    apply: (view) => renamed(view, { refunded_amount: 'refunded' }),
  },
  {
    object: 'charge',
    change: 'A charge has the id of its payment as its `reference`.',
    apply: (view) => ({ ...view, reference: paymentIn(view['authorize_uri']) }),
  },
  {
    object: 'charge',
    change: 'A charge has no fees, no funding amount, no other times than `created`, and few flags.',
    apply: (view) => only(view, CHARGE),
  },
  {
    object: 'refund',
    change: 'A refund has no mode, no metadata, no status and no funding amount.',
    apply: (view) => only(view, ['object', 'id', 'location', 'amount', 'currency', 'voided', 'charge', 'transaction', 'created']),
  },
  {
    object: 'transaction',
    change: 'A transaction’s direction is its `type`, its origin its `source`, and it says in `transferable` from when.',
    apply: (view) => renamed(view, { direction: 'type', origin: 'source', transferable_at: 'transferable' }),
  },
  {
    object: 'transaction',
    change: 'A transaction has no mode and no key.',
    apply: (view) => only(view, ['object', 'id', 'location', 'type', 'amount', 'currency', 'transferable', 'source', 'created']),
  },
  {
    object: 'dispute',
    change: 'A dispute has one `transaction`, the id of the one that started it.',
    apply: (view) => ({ ...view, transaction: startOf(view['transactions']) }),
  },
  {
    object: 'dispute',
    change: 'The reason of a dispute has another sentence.',
    apply: (view) => mapped(view, ['reason_message'], (message) => REASONS.get(message) ?? message),
  },
  {
    object: 'dispute',
    change: 'A dispute has no metadata, no funding amount and no message of an administrator.',
    apply: (view) => only(view, DISPUTE),
  },
  {
    object: 'document',
    change: 'A document of a dispute has no address to download it from.',
    apply: (view) => (String(view['location']).startsWith('/disputes/') ? only(view, DOCUMENT) : view),
  },
  {
    object: 'balance',
    change: 'What of a balance can be transferred is `available`, and what is held back `reserve_amount`.',
    apply: (view) => renamed(view, { transferable: 'available', reserve: 'reserve_amount' }),
  },
  {
    object: 'balance',
    change: 'A balance has no time and nothing on hold.',
    apply: (view) => only(view, ['object', 'livemode', 'location', 'available', 'total', 'currency', 'reserve_amount']),
  },
  {
    object: 'account',
    change: 'The id of the account is that of its team.',
    apply: (view) => ({ ...view, id: view['team'] }),
  },
  {
    object: 'account',
    change: 'The account has an email, currencies and a time, and no settings.',
    apply: (view) => only(view, ['object', 'id', 'livemode', 'location', 'email', 'currency', 'supported_currencies', 'created']),
  },
  {
    object: 'event',
    change: 'An event has no deliveries and no uids, and its data at the end.',
    apply: (view) => only(view, ['object', 'id', 'livemode', 'location', 'key', 'created', 'data']),
  },
];

function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function paymentIn(uri: unknown): string | null {
  return /\/payments\/([^/]+)\//.exec(String(uri))?.[1] ?? null;
}

function startOf(transactions: unknown): unknown {
  const all = Array.isArray(transactions) ? transactions.filter(isApiObject) : [];
  return all.find(({ key }) => key === 'dispute.started.debit')?.['id'] ?? null;
}
