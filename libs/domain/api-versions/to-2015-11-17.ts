import { isApiObject, mapped, only, without, type ApiObject, type Downgrade } from './downgrade.js';

const LIST = ['object', 'from', 'to', 'offset', 'limit', 'total', 'order', 'location', 'data'];
const CARD = [
  ...['object', 'id', 'livemode', 'location', 'country', 'city', 'postal_code', 'financing', 'bank', 'last_digits', 'brand'],
  ...['expiration_month', 'expiration_year', 'fingerprint', 'name', 'security_code_check', 'created', 'deleted'],
];
const CHARGE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'description', 'metadata', 'status', 'capture', 'authorized'],
  ...['reversed', 'paid', 'transaction', 'source_of_fund', 'refunded', 'refunds', 'return_uri', 'offsite', 'offline', 'reference'],
  ...['authorize_uri', 'failure_code', 'failure_message', 'card', 'customer', 'ip', 'dispute', 'created'],
];
const CUSTOMER = [
  ...['object', 'id', 'livemode', 'location', 'default_card', 'email', 'description', 'metadata', 'created', 'cards', 'deleted'],
];
const ACCOUNT = [
  ...['object', 'id', 'livemode', 'location', 'email', 'currency', 'supported_currencies', 'zero_interest_installments', 'created'],
];
const CUSTOMER_CARDS = /^\/customers\/[^/]+\/cards$/;

/** What was different in 2015-11-17, before 2017-11-02 (docs/fidelity.md V13). */
export const TO_2015_11_17: readonly Downgrade[] = [
  {
    object: 'list',
    change: 'The fields of a list stand in another order, with `data` at the end.',
    apply: (view) => only(view, LIST),
  },
  {
    object: 'receipt_list',
    change: 'The fields of a list of receipts stand in that order too.',
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
    change: 'A customer has its cards at the end.',
    apply: (view) => only(view, CUSTOMER),
  },
  {
    object: 'charge',
    change: 'A charge has no source; `source_of_fund` says how it is paid, and `offsite` or `offline` by which method.',
    apply: (view) => ({ ...view, ...fundsOf(view) }),
  },
  {
    object: 'charge',
    change: 'A charge has no amounts but `amount` and `refunded`, no times but `created`, and few flags.',
    apply: (view) => only(view, CHARGE),
  },
  {
    object: 'transaction',
    change: 'The fields of a transaction stand in another order.',
    apply: (view) => only(view, ['object', 'id', 'location', 'type', 'amount', 'currency', 'transferable', 'source', 'created']),
  },
  {
    object: 'balance',
    change: 'The fields of a balance stand in another order.',
    apply: (view) => only(view, ['object', 'livemode', 'location', 'available', 'total', 'currency', 'reserve_amount']),
  },
  {
    object: 'account',
    change: 'The account has an email, currencies and a time, and one setting: who pays the interest of installments.',
    apply: (view) => only(view, ACCOUNT),
  },
  {
    object: 'event',
    change: 'An event has its data at the end.',
    apply: (view) => only(view, ['object', 'id', 'livemode', 'location', 'key', 'created', 'data']),
  },
];

/** A charge that is neither on a source nor on a card is on a linked account, and its customer is sent nowhere. */
function fundsOf({ source, card }: ApiObject): { source_of_fund: string; offsite: unknown; offline: unknown } {
  if (!isApiObject(source)) return { source_of_fund: isApiObject(card) ? 'card' : 'offline', offsite: null, offline: null };
  const { type, flow } = source;
  return flow === 'offline'
    ? { source_of_fund: 'offline', offsite: null, offline: type }
    : { source_of_fund: 'offsite', offsite: type, offline: null };
}
