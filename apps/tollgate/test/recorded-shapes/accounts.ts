import { added, choice, constant, except, flag, integer, many, nullable, object, text } from '../shapes.js';
import { currency, decimal, id, time } from './common.js';

const NO_CHAINS = 'a chain opens nothing (A10)';
const exportKeys = except(many(text()), { filled: 'metadata is not exported (A1)' });

export const account = object({
  object: constant('account'),
  id: id('account'),
  team: text(/^acct_[0-9a-z]{19}$/),
  livemode: flag,
  location: constant('/account'),
  country: text(/^[A-Z]{2}$/),
  currency,
  email: text(),
  created_at: time,
  supported_currencies: except(many(currency), { empty: 'there are always twelve (A3)' }),
  api_version: text(/^\d{4}-\d\d-\d\d$/),
  auto_activate_recipients: except(flag, { true: 'recipients are verified first (A1)' }),
  chain_enabled: except(flag, { true: NO_CHAINS }),
  zero_interest_installments: flag,
  chain_return_uri: nullable(text(/^https?:/)),
  webhook_uri: nullable(text(/^https?:/)),
  metadata_export_keys: object({
    charge: exportKeys,
    transfer: exportKeys,
    refund: exportKeys,
    dispute: exportKeys,
  }),
  chaining_allowed: except(flag, { true: NO_CHAINS }),
  last_updated_api_version: except(nullable(text(/^\d{4}-\d\d-\d\d$/)), {
    set: 'it is for the dashboard of the real service (A1)',
  }),
  transfer_config: object({
    min_transfer_amount: decimal,
    max_transfer_amount: decimal,
    same_bank_max_transfer_amount: decimal,
    is_payout_enabled: except(flag, { true: 'payouts are transfers (A1)' }),
    fee: decimal,
    provider: text(),
    merchant_id: text(/./),
    transfer_service_availability: except(nullable(text()), { set: 'transfers are always served (A1)' }),
    max_active_realtime_transfer_schedules: except(nullable(integer), { set: 'there are no limits (A1)' }),
  }),
  three_d_secure: added(flag, 'it is how a test turns 3-D Secure on (A9)'),
});

export const balance = object({
  object: constant('balance'),
  livemode: flag,
  location: constant('/balance'),
  currency,
  total: integer,
  transferable: integer,
  reserve: integer,
  on_hold: integer,
  created_at: time,
});

const paymentMethod = object({
  object: constant('payment_method'),
  name: text(/^[a-z_]+$/),
  currencies: except(many(currency), { empty: 'each method takes some currency (Q4)' }),
  card_brands: nullable(
    except(many(choice('JCB', 'Visa', 'MasterCard')), { empty: 'the three are always listed (Q5)' }),
  ),
  installment_terms: nullable(except(many(integer), { empty: 'each bank has some terms (P8)' })),
  loan_installment_terms: except(nullable(many(integer)), {
    set: 'no method of the specification has loans (Q1)',
  }),
  banks: except(many(object({ code: text(), name: text(), active: flag })), {
    filled: 'no method of the specification leaves a choice of banks (Q4)',
  }),
  provider: except(nullable(text()), { set: 'no method of the specification names one (Q4)' }),
});

export const capability = object({
  object: constant('capability'),
  location: constant('/capability'),
  banks: many(text(/^[a-z]+$/)),
  limits: object({
    charge_amount: object({ max: integer, min: integer }),
    transfer_amount: object({ max: integer, min: integer }),
    installment_amount: object({ min: integer }),
  }),
  payment_methods: except(many(paymentMethod), { empty: 'cards are always there (Q4)' }),
  country: text(/^[A-Z]{2}$/),
  tokenization_methods: except(many(choice('googlepay')), { empty: 'it is always listed (Q6)' }),
  zero_interest_installments: flag,
});
