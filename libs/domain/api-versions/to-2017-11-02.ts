import { ANY, idOfKind, isApiObject, mapped, only, renamed, without, type Downgrade } from './downgrade.js';
import { paymentBackends } from './payment-backends.js';
import { PAYOUTS } from './payouts-in-2017.js';
import { SCHEDULES_AND_LINKS } from './schedules-and-links-in-2017.js';

const CURRENCIES = ['currency', 'funding_currency', 'supported_currencies'];
const CARD = [
  ...['object', 'id', 'livemode', 'security_code_check', 'expiration_month', 'expiration_year', 'bank', 'brand', 'city', 'country'],
  ...['financing', 'fingerprint', 'first_digits', 'last_digits', 'location', 'name', 'phone_number', 'postal_code', 'state', 'street1'],
  ...['street2', 'tokenization_method', 'created', 'deleted'],
];
const CHARGE = [
  ...['object', 'id', 'location', 'amount', 'funding_amount', 'refunded', 'authorization_type', 'authorized_amount', 'captured_amount'],
  ...['transaction_fees', 'currency', 'funding_currency', 'ip', 'refunds', 'link', 'description', 'metadata', 'card', 'source', 'schedule'],
  ...['customer', 'dispute', 'transaction', 'failure_code', 'failure_message', 'status', 'reference', 'authorize_uri', 'return_uri'],
  ...['created', 'paid_at', 'expires_at', 'expired_at', 'reversed_at', 'zero_interest_installments', 'branch', 'terminal', 'device'],
  ...['authorized', 'capturable', 'capture', 'disputable', 'livemode', 'refundable', 'reversed', 'reversible', 'voided', 'paid', 'expired'],
];
const CUSTOMER = [
  ...['object', 'livemode', 'id', 'location', 'metadata', 'cards', 'default_card', 'description', 'email', 'created', 'deleted'],
];
const SOURCE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'bank', 'barcode', 'created', 'currency', 'email', 'flow', 'installment_terms'],
  ...['name', 'mobile_number', 'phone_number', 'platform_type', 'scannable_code', 'billing', 'shipping', 'items', 'references'],
  ...['store_id', 'store_name', 'terminal_id', 'type', 'absorption_type', 'charge_status', 'receipt_amount', 'discounts'],
];
const DISPUTE = [
  ...['object', 'id', 'livemode', 'location', 'amount', 'currency', 'status', 'transaction', 'message', 'reason_code'],
  ...['reason_message', 'charge', 'documents', 'created', 'closed_at'],
];
const DOCUMENT = ['object', 'id', 'livemode', 'location', 'filename', 'created', 'deleted'];
const CODE_DOCUMENT = ['object', 'livemode', 'id', 'filename', 'location', 'kind', 'created', 'download_uri'];
const ACCOUNT = [
  ...['object', 'id', 'livemode', 'location', 'country', 'currency', 'email', 'created', 'supported_currencies', 'api_version'],
  ...['auto_activate_recipients', 'chain_enabled', 'zero_interest_installments', 'chaining_allowed', 'chain_return_uri', 'webhook_uri'],
  ...['metadata_export_keys', 'last_updated_api_version', 'is_payout_enabled', 'transfer_config'],
];
const CAPABILITY = ['object', 'location', 'banks', 'limits', 'payment_backends', 'tokenization_methods', 'zero_interest_installments'];
const REASONS = new Map<unknown, string>([['Merchandise/Services Not Received', 'Services not provided or Merchandise not received']]);

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
    object: 'card',
    change: 'A card that is not saved has no `location`.',
    apply: (view) => (view['location'] === null ? without(view, 'location') : view),
  },
  {
    object: 'card',
    change: 'The fields of a card stand in another order.',
    apply: (view) => only(view, CARD),
  },
  {
    object: 'token',
    change: 'The fields of a token stand in another order.',
    apply: (view) => only(view, ['object', 'id', 'livemode', 'used', 'card', 'location', 'charge_status', 'created']),
  },
  {
    object: 'customer',
    change: 'A customer has no linked accounts.',
    apply: (view) => only(view, CUSTOMER),
  },
  {
    object: 'source',
    change: 'In how many months the customer pays is `installment_terms`.',
    apply: (view) => renamed(view, { installment_term: 'installment_terms' }),
  },
  {
    object: 'source',
    change: 'The references of a source say when they end with spaces, after the date and before the zone.',
    apply: (view) => mapped(view, ['references'], endingWithSpaces),
  },
  {
    object: 'source',
    change: 'A source has no `ip`, no references of its provider, no promotion, and does not say who pays the interest.',
    apply: (view) => only(view, SOURCE),
  },
  {
    object: 'barcode',
    change: 'The picture of a code says of which kind the code is.',
    apply: (view) => mapped(view, ['image'], (image) => (isApiObject(image) ? { ...image, kind: view['type'] } : image)),
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
    change: 'A charge does not say what the merchant gets, what an acquirer says, and whether it can be refunded in part or voided.',
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
    apply: (view) => only(view, ['object', 'currency', 'amount', 'id', 'source', 'location', 'type', 'created', 'transferable']),
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
  ...PAYOUTS,
  {
    object: 'document',
    change: 'A document of a dispute has no address to download it from.',
    apply: (view) => only(view, String(view['location']).startsWith('/disputes/') ? DOCUMENT : CODE_DOCUMENT),
  },
  ...SCHEDULES_AND_LINKS,
  {
    object: 'forex',
    change: 'A rate is that from one currency to another, in lower case, and says no mode.',
    apply: (view) =>
      only(renamed(mapped(view, ['base', 'quote'], inLowerCase), { base: 'from', quote: 'to' }), [
        'object',
        'from',
        'to',
        'rate',
        'location',
      ]),
  },
  {
    object: 'balance',
    change: 'What of a balance can be transferred is `available`, and what is held back `reserve_amount`.',
    apply: (view) => renamed(view, { transferable: 'available', reserve: 'reserve_amount' }),
  },
  {
    object: 'balance',
    change: 'A balance has no time and nothing on hold.',
    apply: (view) => only(view, ['object', 'livemode', 'currency', 'reserve_amount', 'available', 'total', 'location']),
  },
  {
    object: 'account',
    change: 'The id of the account is that of its team.',
    apply: (view) => ({ ...view, id: view['team'] }),
  },
  {
    object: 'account',
    change: 'The account says whether it has payouts, and not whether every card charge asks its cardholder.',
    apply: (view) => only({ ...view, is_payout_enabled: false }, ACCOUNT),
  },
  {
    object: 'capability',
    change: 'What an account can be paid with are `payment_backends`, each an object with one name.',
    apply: (view) => only({ ...view, payment_backends: paymentBackends(view) }, CAPABILITY),
  },
  {
    object: 'event',
    change: 'An event has no deliveries and no uids.',
    apply: (view) => only(view, ['object', 'livemode', 'location', 'data', 'id', 'key', 'created']),
  },
  {
    object: ANY,
    change: 'A deleted object is only its kind, id, mode and `deleted`, unless it is inside another; the others do not have `deleted`.',
    apply: (view, isEmbedded) => {
      if (view['deleted'] !== true) return without(view, 'deleted');
      const kept = Object.keys(view).filter((field) => ['object', 'id', 'livemode', 'deleted'].includes(field));
      return isEmbedded ? view : only(view, kept);
    },
  },
];

function inLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** `2026-01-31T00:00:00Z` is `2026-01-31 00:00:00 UTC` there, and two of the other facts change places. */
function endingWithSpaces(references: unknown): unknown {
  if (typeof references !== 'object' || references === null) return references;
  const { expires_at: end, device_id, customer_amount, ...others } = references as Record<string, unknown>;
  return { expires_at: String(end).replace('T', ' ').replace('Z', ' UTC'), customer_amount, device_id, ...others };
}

function paymentIn(uri: unknown): string | null {
  return /\/payments\/([^/]+)\//.exec(String(uri))?.[1] ?? null;
}

function startOf(transactions: unknown): unknown {
  return idOfKind(transactions, 'dispute.started.debit');
}
