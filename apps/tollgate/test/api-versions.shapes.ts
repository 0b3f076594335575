import { account, balance } from './recorded-shapes/accounts.js';
import { card, customer, token } from './recorded-shapes/cards.js';
import { charge, refund } from './recorded-shapes/charges.js';
import { embeddedList, id, time } from './recorded-shapes/common.js';
import { dispute, document } from './recorded-shapes/disputes.js';
import { bankAccount, recipient, transfer } from './recorded-shapes/transfers.js';
import { event, transaction } from './recorded-shapes/events.js';
import { codeDocument, source } from './recorded-shapes/sources.js';
import {
  choice,
  constant,
  fieldsOf,
  flag,
  integer,
  many,
  nullable,
  object,
  resource,
  text,
  type Fields,
  type Resources,
  type Shape,
} from './shapes.js';

/** The fields of a resource in an older version, in their order; what is not said of them is as in the newest. */
function older(newest: Shape, names: string, others: Fields = {}): Shape {
  return object(fieldsOf(newest, names.split(' '), { created: time, currency, ...others }));
}

const currency = text(/^[a-z]{3}$/);
const method = text(/^[a-z_]+$/);
const reference = nullable(text(/^(pay2|paym)_(test_)?[0-9a-z]{19}$/));

/** A list inside an object, until 2017-11-02. */
const embeddedListIn2015 = (name: string): Shape =>
  object({
    object: constant('list'),
    from: time,
    to: time,
    offset: integer,
    limit: integer,
    total: integer,
    order: constant(null),
    location: text(/^\//),
    data: many(resource(name)),
  });

/** What a bill or a till needs to know, which says with spaces until when. */
const references = object({
  expires_at: text(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
  customer_amount: constant(null),
  device_id: constant(null),
  customer_currency: constant(null),
  customer_exchange_rate: constant(null),
  omise_tax_id: nullable(text(/^\d{13}$/)),
  reference_number_1: nullable(text(/^\d{12}$/)),
  reference_number_2: nullable(text(/^\d{12}$/)),
  barcode: nullable(text(/^http/)),
  payment_code: constant(null),
  va_code: constant(null),
});

const CARD =
  'object id livemode security_code_check expiration_month expiration_year bank brand city country financing fingerprint first_digits ' +
  'last_digits name phone_number postal_code state street1 street2 tokenization_method created';

const CARD_IN_2015 =
  'object id livemode country city postal_code financing bank last_digits brand expiration_month expiration_year fingerprint name ' +
  'security_code_check created';

const CHARGE =
  'object id location amount funding_amount refunded authorization_type authorized_amount captured_amount transaction_fees currency ' +
  'funding_currency ip refunds link description metadata card source schedule customer dispute transaction failure_code failure_message ' +
  'status reference authorize_uri return_uri created paid_at expires_at expired_at reversed_at zero_interest_installments branch terminal ' +
  'device authorized capturable capture disputable livemode refundable reversed reversible voided paid expired';

/** Until 2017-11-02 a charge had no source, and said in three fields what it was paid with. */
const CHARGE_IN_2015 =
  'object id livemode location amount currency description metadata status capture authorized reversed paid transaction source_of_fund ' +
  'refunded refunds return_uri offsite offline reference authorize_uri failure_code failure_message card customer ip dispute created';

/** Until 2015-11-17 a paid charge was captured. */
const CHARGE_IN_2014 = CHARGE_IN_2015.replace('paid', 'captured');

const chargeIn2015 = (names: string): Shape =>
  older(charge, names, {
    captured: flag,
    source_of_fund: choice('card', 'offsite', 'offline'),
    refunded: integer,
    refunds: embeddedListIn2015('refund'),
    offsite: nullable(method),
    offline: nullable(method),
    reference,
  });

const SOURCE =
  'object id livemode location amount bank barcode created currency email flow installment_terms name mobile_number phone_number ' +
  'platform_type scannable_code billing shipping items references store_id store_name terminal_id type absorption_type charge_status ' +
  'receipt_amount discounts';

const ACCOUNT =
  'object id livemode location country currency email created supported_currencies api_version auto_activate_recipients chain_enabled ' +
  'zero_interest_installments chaining_allowed chain_return_uri webhook_uri metadata_export_keys last_updated_api_version ' +
  'is_payout_enabled transfer_config';

const TRANSACTION = { type: choice('credit', 'debit'), transferable: time, source: text(/^(chrg|rfnd|dspt|trsf)_/) };
const BALANCE = { available: integer, reserve_amount: integer };
const TEAM = { id: text(/^acct_[0-9a-z]{19}$/), supported_currencies: many(currency) };
const DISPUTE =
  'object id livemode location amount currency status transaction message reason_code reason_message charge documents created closed_at';

const RECIPIENT = 'object id livemode location verified active name email description type tax_id bank_account failure_code created';
const TRANSFER =
  'object id livemode location recipient bank_account sent paid amount currency fee fail_fast failure_code failure_message transaction created ' +
  'sent_at paid_at';

const IN_2017 = {
  charge: older(charge, CHARGE, { refunded: integer, reference, funding_currency: currency }),
  refund: older(refund, 'object id location amount currency voided charge transaction created'),
  customer: older(customer, 'object livemode id location metadata cards default_card description email created', {
    cards: embeddedList(many(resource('saved card')), '/customers/{cust}/cards'),
  }),
  'deleted customer': older(customer, 'object livemode id deleted', { deleted: constant(true) }),
  card: older(card, CARD),
  'saved card': older(card, CARD.replace('last_digits', 'last_digits location')),
  'deleted card': older(card, 'object id livemode deleted', { deleted: constant(true) }),
  token: older(token, 'object id livemode used card location charge_status created', { card: nullable(resource('card')) }),
  transaction: older(transaction, 'object currency amount id source location type created transferable', TRANSACTION),
  dispute: older(dispute, DISPUTE, { transaction: id('trxn') }),
  document: older(document, 'object id livemode location filename created'),
  'code document': older(codeDocument, 'object livemode id filename location kind created download_uri', { kind: constant('qr') }),
  event: older(event, 'object livemode location data id key created'),
  source: older(source, SOURCE, { installment_terms: nullable(integer), references: nullable(references) }),
  recipient: older(recipient, RECIPIENT, { bank_account: resource('bank_account') }),
  bank_account: older(bankAccount, 'object brand last_digits name created'),
  transfer: older(transfer, TRANSFER, { transaction: nullable(id('trxn')) }),
  balance: older(balance, 'object livemode currency reserve_amount available total location', BALANCE),
  account: older(account, ACCOUNT, { ...TEAM, is_payout_enabled: constant(false) }),
} satisfies Resources;

export type OlderResource = keyof typeof IN_2017;

const IN_2015 = {
  ...IN_2017,
  charge: chargeIn2015(CHARGE_IN_2015),
  customer: older(customer, 'object id livemode location default_card email description metadata created cards', {
    cards: embeddedListIn2015('saved card'),
  }),
  'deleted customer': older(customer, 'object id livemode deleted', { deleted: constant(true) }),
  card: older(card, CARD_IN_2015),
  'saved card': older(card, CARD_IN_2015.replace('livemode', 'livemode location')),
  token: older(token, 'object id livemode location used card created', { card: nullable(resource('card')) }),
  transaction: older(transaction, 'object id location type amount currency transferable source created', TRANSACTION),
  dispute: older(dispute, DISPUTE, { transaction: id('trxn'), documents: embeddedListIn2015('document') }),
  event: older(event, 'object id livemode location key created data'),
  balance: older(balance, 'object livemode location available total currency reserve_amount', BALANCE),
  account: older(account, 'object id livemode location email currency supported_currencies zero_interest_installments created', TEAM),
} satisfies Resources;

/** What the objects of older API versions look like (docs/fidelity.md V12, V13, V14), in the words of recorded-shapes. */
export const SHAPES: Readonly<Record<'2014-07-27' | '2015-11-17' | '2017-11-02', Readonly<Record<OlderResource, Shape>>>> = {
  '2014-07-27': { ...IN_2015, charge: chargeIn2015(CHARGE_IN_2014) },
  '2015-11-17': IN_2015,
  '2017-11-02': IN_2017,
};
