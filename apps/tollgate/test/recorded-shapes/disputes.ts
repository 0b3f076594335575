import {
  added,
  choice,
  constant,
  except,
  expandable,
  flag,
  free,
  integer,
  many,
  nullable,
  object,
  resource,
  text,
} from '../shapes.js';
import { address, currency, embeddedList, id, path, time } from './common.js';

const GIVEN_REASON = 'goods_or_services_not_provided';

/** Clients know these reasons and stumble over any other. */
const REASONS = [
  'cancelled_recurring_transaction',
  'credit_not_processed',
  'duplicate_processing',
  'expired_card',
  GIVEN_REASON,
  'incorrect_currency',
  'incorrect_transaction_amount',
  'late_presentment',
  'non_matching_account_number',
  'not_as_described_or_defective_merchandise',
  'not_available',
  'not_recorded',
  'other',
  'paid_by_other_means',
  'transaction_not_recognised',
  'unauthorized_charge',
];
const OTHER_REASONS = Object.fromEntries(
  REASONS.filter((reason) => reason !== GIVEN_REASON).map((reason) => [
    reason,
    'a test cannot choose the reason (D2)',
  ]),
);

const ofSubMerchant = added(
  except(nullable(text()), { set: 'there are no sub-merchants (D1)' }),
  'the specification has it (D1)',
);

export const dispute = object({
  object: constant('dispute'),
  id: id('dspt'),
  livemode: except(flag, { true: 'disputes are made with test keys only (D2)' }),
  location: path('/disputes/{dspt}'),
  currency,
  amount: integer,
  funding_amount: integer,
  funding_currency: currency,
  metadata: free,
  charge: expandable(id('chrg'), 'charge'),
  documents: embeddedList(many(resource('document')), '/disputes/{dspt}/documents'),
  transactions: except(many(resource('transaction')), { empty: 'it begins with a debit (D1)' }),
  admin_message: except(nullable(text()), { set: 'there are no administrators (D1)' }),
  message: nullable(text()),
  reason_code: except(choice(...REASONS), OTHER_REASONS),
  reason_message: text(/./),
  status: choice('open', 'pending', 'won', 'lost'),
  closed_at: nullable(time),
  created_at: time,
  merchant_name: ofSubMerchant,
  merchant_uid: ofSubMerchant,
});

export const document = object({
  object: constant('document'),
  id: id('docu'),
  livemode: except(flag, { true: 'disputes are made with test keys only (D2)' }),
  location: path('/disputes/{dspt}/documents/{docu}'),
  created_at: time,
  deleted: flag,
  filename: text(/./),
  download_uri: except(nullable(address('/disputes/{dspt}/documents/{docu}/downloads/[0-9A-F]{16}')), {
    null: 'a link is needed to see what was uploaded (D12)',
  }),
});
