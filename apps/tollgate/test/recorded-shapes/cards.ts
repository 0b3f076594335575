import {
  added,
  choice,
  constant,
  except,
  expandable,
  flag,
  integer,
  many,
  nullable,
  object,
  resource,
  text,
  free,
} from '../shapes.js';
import { address, embeddedList, id, path, time } from './common.js';

const createdAgain = added(time, 'the specification calls it created as well (T2)');

const CARD = {
  object: constant('card'),
  id: id('card'),
  livemode: flag,
  location: nullable(path('/customers/{cust}/cards/{card}')),
  deleted: flag,
  street1: nullable(text()),
  street2: nullable(text()),
  city: nullable(text()),
  state: nullable(text()),
  phone_number: nullable(text()),
  postal_code: nullable(text()),
  country: text(/^([a-z]{2})?$/),
  financing: choice('', 'credit', 'debit'),
  bank: text(),
  brand: choice('Visa', 'MasterCard', 'JCB', 'American Express', 'UnionPay', 'Diners Club', 'Discover'),
  fingerprint: text(/^[A-Za-z0-9+/]{43}=$/),
  first_digits: except(nullable(text(/^\d{6}$/)), { null: 'a test can use them (T3)' }),
  last_digits: text(/^\d{4}$/),
  name: text(/./),
  expiration_month: integer,
  expiration_year: integer,
  security_code_check: flag,
  tokenization_method: nullable(choice('googlepay', 'applepay')),
  created_at: time,
};

export const card = object(CARD);

/** The card of an unused token. */
export const tokenCard = object({
  ...CARD,
  location: except(CARD.location, { set: 'it is no customer’s card (T3)' }),
  deleted: except(flag, { true: 'only a saved card can be deleted (U7)' }),
  created: createdAgain,
});

export const token = object({
  object: constant('token'),
  id: id('tokn'),
  livemode: flag,
  location: address('/tokens/{tokn}'),
  used: flag,
  charge_status: choice('unknown', 'pending', 'successful', 'failed', 'reversed', 'expired'),
  card: nullable(resource('token card')),
  created_at: time,
  created: createdAgain,
});

export const customer = object({
  object: constant('customer'),
  id: id('cust'),
  livemode: flag,
  location: path('/customers/{cust}'),
  deleted: flag,
  metadata: free,
  cards: embeddedList(many(resource('card')), '/customers/{cust}/cards'),
  default_card: nullable(expandable(id('card'), 'card')),
  linked_accounts: embeddedList(many(resource('linked_account')), '/customers/{cust}/linked_accounts'),
  description: nullable(text()),
  email: nullable(text()),
  created_at: time,
});
