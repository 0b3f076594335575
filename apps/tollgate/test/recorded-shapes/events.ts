import {
  added,
  choice,
  constant,
  except,
  flag,
  integer,
  json,
  many,
  nullable,
  object,
  resource,
  text,
} from '../shapes.js';
import { currency, id, path, time } from './common.js';

/** The kind of object in the events of each key. */
export const EVENT_KEYS = {
  'card.destroy': 'card',
  'card.update': 'card',
  'charge.capture': 'charge',
  'charge.complete': 'charge',
  'charge.create': 'charge',
  'charge.expire': 'charge',
  'charge.reverse': 'charge',
  'charge.update': 'charge',
  'customer.create': 'customer',
  'customer.destroy': 'customer',
  'customer.update': 'customer',
  'customer.update.card': 'customer',
  'dispute.accept': 'dispute',
  'dispute.close': 'dispute',
  'dispute.create': 'dispute',
  'dispute.update': 'dispute',
  'link.create': 'link',
  'recipient.activate': 'recipient',
  'recipient.create': 'recipient',
  'recipient.deactivate': 'recipient',
  'recipient.destroy': 'recipient',
  'recipient.update': 'recipient',
  'recipient.verify': 'recipient',
  'refund.create': 'refund',
  'transfer.create': 'transfer',
  'transfer.destroy': 'transfer',
  'transfer.fail': 'transfer',
  'transfer.pay': 'transfer',
  'transfer.send': 'transfer',
  'transfer.update': 'transfer',
  'schedule.create': 'schedule',
  'schedule.destroy': 'schedule',
  'schedule.expire': 'schedule',
  'schedule.expiring': 'schedule',
  'schedule.suspend': 'schedule',
} as const;

const MEANING_UNKNOWN = 'nobody says what it means (V3)';

const NO_ADJUSTMENT = { 'receipt.vat_adjustment.credit': 'VAT is taken with each fee (RE2)' };

/** An event as it is sent: before any delivery. */
const PAYLOAD = {
  object: constant('event'),
  id: id('evnt'),
  livemode: flag,
  location: path('/events/{evnt}'),
  webhook_deliveries: except(many(text()), { filled: 'it was written before the first delivery (W4)' }),
  data: resource(...new Set(Object.values(EVENT_KEYS))),
  key: choice(...Object.keys(EVENT_KEYS)),
  created_at: time,
  created: added(time, 'the specification calls it created (V3)'),
  actor_uid: except(nullable(text()), { set: MEANING_UNKNOWN }),
  team_uid: except(nullable(text()), { set: MEANING_UNKNOWN }),
  user_uid: except(nullable(text()), { set: MEANING_UNKNOWN }),
};

const delivery = object({
  object: constant('webhook_delivery'),
  id: id('whdl'),
  uri: text(/^https?:/),
  status: nullable(integer),
  key: choice(...Object.keys(EVENT_KEYS)),
  error: nullable(text(/./)),
  payload: json(resource('sent event')),
  created_at: text(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
});

export const sentEvent = object(PAYLOAD);

export const event = object({ ...PAYLOAD, webhook_deliveries: many(delivery) });

export const transaction = object({
  object: constant('transaction'),
  id: id('trxn'),
  livemode: flag,
  currency,
  amount: integer,
  location: path('/transactions/{trxn}'),
  direction: choice('credit', 'debit'),
  key: except(
    choice(
      ...[
        'charge.captured.net',
        'refund.refunded.debit',
        'refund.voided.debit',
        'dispute.started.debit',
        'dispute.won.credit',
      ],
      ...['transfer.sent.debit', 'transfer.failed.credit', 'receipt.vat_adjustment.credit'],
    ),
    NO_ADJUSTMENT,
  ),
  origin: text(/^(chrg|rfnd|dspt|trsf)_(test_)?[0-9a-z]{19}$/),
  transferable_at: time,
  created_at: time,
});
