import { time } from './recorded-shapes/common.js';
import { RESOURCES, type ResourceName } from './recorded-shapes/resources.js';
import { id } from './recorded-shapes/common.js';
import {
  choice,
  constant,
  flag,
  free,
  integer,
  many,
  nullable,
  object,
  sometimes,
  text,
  type Fields,
  type Shape,
} from './shapes.js';

/** New shape of a field, or its name and shape, or null if it is removed. Unknown fields are added. */
type Changes = Readonly<Record<string, Shape | readonly [name: string, shape: Shape] | null>>;

const currency = text(/^[a-z]{3}$/);
const method = nullable(text(/^[a-z_]+$/));
const day = text(/^\d{4}-\d\d-\d\d$/);
const onlyIfDeleted = { deleted: sometimes(constant(true)) };

const EVERYWHERE: Changes = {
  created_at: ['created', time],
  currency,
  funding_currency: currency,
  supported_currencies: many(currency),
};

const card: Changes = { ...onlyIfDeleted, location: sometimes(text(/^\/customers\//)) };

const IN_2017: Partial<Record<ResourceName, Changes>> = {
  account: { id: text(/^acct_[0-9a-z]{19}$/), is_payout_enabled: constant(false) },
  balance: { transferable: ['available', integer], reserve: ['reserve_amount', integer] },
  bank_account: { brand: text(/^[a-z0-9_-]+$/), type: ['account_type', nullable(text(/./))] },
  capability: { payment_methods: ['payment_backends', many(free)] },
  card,
  'token card': { ...card, location: null, deleted: null },
  charge: {
    refunded_amount: ['refunded', integer],
    reference: nullable(text(/^(pay2|paym)_(test_)?[0-9a-z]{19}$/)),
  },
  'code document': { kind: constant('qr') },
  customer: onlyIfDeleted,
  dispute: { transactions: ['transaction', id('trxn')] },
  forex: { base: ['from', currency], quote: ['to', currency] },
  occurrence: { scheduled_on: ['schedule_date', day], retry_on: ['retry_date', nullable(day)] },
  receipt: { issued_on: ['date', day] },
  recipient: onlyIfDeleted,
  schedule: {
    start_on: ['start_date', day],
    end_on: ['end_date', day],
    next_occurrences_on: ['next_occurrence_dates', many(day)],
    status: choice('active', 'expiring', 'expired', 'deleted', 'suspended'),
  },
  scheduled_charge: { card: nullable(id('card')) },
  source: {
    installment_term: ['installment_terms', nullable(integer)],
    references: nullable(references(text(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/))),
  },
  transaction: {
    direction: ['type', choice('credit', 'debit')],
    origin: ['source', text(/^(chrg|rfnd|dspt|trsf)_/)],
    transferable_at: ['transferable', time],
  },
  transfer: { ...onlyIfDeleted, transactions: ['transaction', nullable(id('trxn'))] },
};

const IN_2015: Partial<Record<ResourceName, Changes>> = {
  charge: { source: null, offsite: method, offline: method },
  receipt: { date: text(/T16:59:59Z$/), created: null },
};
const IN_2014: Partial<Record<ResourceName, Changes>> = { charge: { paid: ['captured', flag] } };

type Shapes = Readonly<Record<ResourceName, Shape>>;

/** The shapes of the previous version: unchanged except for these fields. */
function before(
  later: Shapes,
  changes: Partial<Record<ResourceName, Changes>>,
  everywhere: Changes = {},
): Shapes {
  const names = Object.keys(later) as ResourceName[];
  return Object.fromEntries(
    names.map((name) => [name, changed(later[name], { ...everywhere, ...changes[name] }, changes[name])]),
  ) as Shapes;
}

function changed(later: Shape, changes: Changes, own: Changes = {}): Shape {
  if (later.kind !== 'object') return later;
  const kept = Object.entries(later.fields).flatMap(([name, shape]) => {
    // Tokens and events have both names of their time in the newest version.
    if (name === 'created' && 'created_at' in later.fields) return [];
    const change = changes[name];
    if (change === null) return [];
    if (change === undefined) return [[name, shape] as const];
    return 'kind' in change ? [[name, change] as const] : [change];
  });
  const added = Object.entries(own).filter(
    ([name, change]) => !(name in later.fields) && change !== null,
  ) as [string, Shape][];
  return object(Object.fromEntries([...kept, ...added]));
}

function references(end: Shape): Shape {
  const of = RESOURCES.source.kind === 'object' ? RESOURCES.source.fields['references'] : undefined;
  const fields: Fields = of?.kind === 'nullable' && of.of.kind === 'object' ? of.of.fields : {};
  return object({ ...fields, expires_at: end });
}

const SHAPES_OF_2017 = before(RESOURCES, IN_2017, EVERYWHERE);
const SHAPES_OF_2015 = before(SHAPES_OF_2017, IN_2015);

/** Shapes of older API versions (docs/fidelity.md V12, V13, V14), in the format of recorded-shapes. */
export const SHAPES: Readonly<Record<'2014-07-27' | '2015-11-17' | '2017-11-02', Shapes>> = {
  '2014-07-27': before(SHAPES_OF_2015, IN_2014),
  '2015-11-17': SHAPES_OF_2015,
  '2017-11-02': SHAPES_OF_2017,
};

export type OlderVersion = keyof typeof SHAPES;
