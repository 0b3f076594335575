import { account, balance } from './recorded-shapes/accounts.js';
import { card, customer, token } from './recorded-shapes/cards.js';
import { charge, refund } from './recorded-shapes/charges.js';
import { id, time } from './recorded-shapes/common.js';
import { dispute, document } from './recorded-shapes/disputes.js';
import { event, transaction } from './recorded-shapes/events.js';
import { source } from './recorded-shapes/sources.js';
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

/** A list inside an object. */
const embeddedList = (name: string): Shape =>
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

const CARD =
  'object id livemode country city postal_code financing bank last_digits brand expiration_month expiration_year fingerprint name ' +
  'security_code_check created';

const CHARGE =
  'object id livemode location amount currency description metadata status capture authorized reversed paid transaction refunded refunds ' +
  'return_uri reference authorize_uri failure_code failure_message card customer ip dispute created source';

/** Until 2017-11-02 a charge had no source, and said in three fields what it was paid with. */
const CHARGE_IN_2015 = CHARGE.replace(/ source$/, '')
  .replace('transaction', 'transaction source_of_fund')
  .replace('return_uri', 'return_uri offsite offline');

/** Until 2015-11-17 a paid charge was captured. */
const CHARGE_IN_2014 = CHARGE_IN_2015.replace('paid', 'captured');

const chargeOf = (names: string): Shape =>
  older(charge, names, {
    captured: flag,
    source_of_fund: choice('card', 'offsite', 'offline'),
    refunded: integer,
    refunds: embeddedList('refund'),
    offsite: nullable(method),
    offline: nullable(method),
    reference: nullable(text(/^(pay2|paym)_(test_)?[0-9a-z]{19}$/)),
  });

const IN_2017 = {
  charge: chargeOf(CHARGE),
  refund: older(refund, 'object id location amount currency voided charge transaction created'),
  customer: older(customer, 'object id livemode location default_card email description metadata created cards', {
    cards: embeddedList('saved card'),
  }),
  card: older(card, CARD),
  'saved card': older(card, CARD.replace('livemode', 'livemode location')),
  'deleted card': older(card, 'object id livemode deleted', { deleted: constant(true) }),
  token: older(token, 'object id livemode location used card created', { card: nullable(resource('card')) }),
  transaction: older(transaction, 'object id location type amount currency transferable source created', {
    type: choice('credit', 'debit'),
    transferable: time,
    source: text(/^(chrg|rfnd|dspt)_/),
  }),
  dispute: older(
    dispute,
    'object id livemode location amount currency status transaction message reason_code reason_message charge documents created closed_at',
    { transaction: id('trxn'), documents: embeddedList('document') },
  ),
  document: older(document, 'object id livemode location filename created'),
  event: older(event, 'object id livemode location key created data'),
  source: older(source, 'object id type flow amount currency'),
  balance: older(balance, 'object livemode location available total currency reserve_amount', {
    available: integer,
    reserve_amount: integer,
  }),
  account: older(account, 'object id livemode location email currency supported_currencies created', {
    id: text(/^acct_[0-9a-z]{19}$/),
    supported_currencies: many(currency),
  }),
} satisfies Resources;

export type OlderResource = keyof typeof IN_2017;

/** What the objects of older API versions look like (docs/fidelity.md V12, V13, V14), in the words of recorded-shapes. */
export const SHAPES: Readonly<Record<'2014-07-27' | '2015-11-17' | '2017-11-02', Readonly<Record<OlderResource, Shape>>>> = {
  '2014-07-27': { ...IN_2017, charge: chargeOf(CHARGE_IN_2014) },
  '2015-11-17': { ...IN_2017, charge: chargeOf(CHARGE_IN_2015) },
  '2017-11-02': IN_2017,
};
