import {
  choice,
  constant,
  except,
  flag,
  free,
  integer,
  many,
  nullable,
  number,
  object,
  resource,
  sometimes,
  text,
} from '../shapes.js';
import { currency, embeddedList, id, path, time } from './common.js';

const day = text(/^\d{4}-\d\d-\d\d$/);
const unknown = except(nullable(text()), { set: 'nobody says what it means (SC1)' });

export const schedule = object({
  object: constant('schedule'),
  id: id('schd'),
  deleted: flag,
  livemode: flag,
  location: path('/schedules/{schd}'),
  every: integer,
  occurrences: embeddedList(many(resource('occurrence')), '/schedules/{schd}/occurrences'),
  on: free,
  in_words: text(/^Every \d+ (day|week|month)\(s\)( on .+)?$/),
  period: choice('day', 'week', 'month'),
  status: choice('running', 'expiring', 'expired', 'deleted', 'suspended'),
  active: flag,
  state: except(choice('Active', 'Paused'), { Paused: 'no way to it is known (SC1)' }),
  charge: sometimes(resource('scheduled_charge')),
  transfer: sometimes(resource('scheduled_transfer')),
  next_occurrences_on: many(day),
  ended_at: nullable(time),
  start_on: day,
  end_on: day,
  created_at: time,
  execute_time: unknown,
  deleted_by: unknown,
});

export const scheduledCharge = object({
  object: constant('scheduled_charge'),
  id: id('rchg'),
  livemode: flag,
  currency,
  amount: integer,
  default_card: flag,
  card: id('card'),
  customer: id('cust'),
  linked_account: except(nullable(id('lnac')), { set: 'cards are charged, and nothing else (SC2)' }),
  description: nullable(text()),
  metadata: free,
  created_at: time,
});

export const scheduledTransfer = object({
  object: constant('scheduled_transfer'),
  id: id('rtrf'),
  livemode: flag,
  created_at: time,
  recipient: id('recp'),
  amount: nullable(integer),
  percentage_of_balance: nullable(number),
  currency,
});

export const occurrence = object({
  object: constant('occurrence'),
  livemode: flag,
  location: path('/occurrences/{occu}'),
  id: id('occu'),
  result: nullable(text(/^(chrg|trsf)_(test_)?[0-9a-z]{19}$/)),
  schedule: id('schd'),
  message: nullable(text(/./)),
  status: except(choice('scheduled', 'successful', 'failed', 'skipped'), {
    scheduled: 'it is there once its day has come (SC8)',
  }),
  processed_at: time,
  created_at: time,
  scheduled_on: day,
  retry_on: nullable(day),
  execute_time: unknown,
  split_metadata: unknown,
  transfer_amount: integer,
});
