import { parseDay } from '../schedules/calendar.js';
import { OCCURRENCE_STATUSES, SCHEDULE_STATUSES, SCHEDULED_KINDS, type ScheduledKindName } from '../schedules/schedule.js';
import { isOn, MAX_EVERY } from '../schedules/schedule.rules.js';
import { isPercentage } from '../schedules/transfer-terms.js';
import * as is from './column-rules.js';
import type { ColumnRule } from './column-rules.js';
import { have, type Row, type TableRules } from './table-rules.js';

const { boolean, count, currency, idOf, integer, metadata, money, nullable, object, oneOf, text, time } = is;
const MAX_TEXT = 100_000;
const someTime = nullable(time);
const versioned = { version: count, livemode: boolean, created_at: time };
const day: ColumnRule = (value) => (parseDay(value) === undefined ? 'must be a day, such as 2026-01-31' : undefined);

const part: ColumnRule = (value) => (isPercentage(value) ? undefined : 'must be a part of the balance, in percent');

/** By kind, what is scheduled. */
const TERMS: Readonly<Record<ScheduledKindName, Readonly<Record<string, ColumnRule>>>> = {
  charge: {
    ...{ amount: money, currency, default_card: boolean, card: idOf('card'), customer: idOf('customer') },
    ...{ description: nullable(text(MAX_TEXT)), metadata },
  },
  transfer: { amount: nullable(money), percentage_of_balance: nullable(part), currency },
};
/** By kind, what its ids are of. */
const IDS: Readonly<Record<ScheduledKindName, Readonly<Record<string, ColumnRule>>>> = {
  charge: { scheduled_id: idOf('scheduled_charge'), party_id: idOf('customer') },
  transfer: { scheduled_id: idOf('scheduled_transfer'), party_id: idOf('recipient') },
};

/** Of schedules and what happened on their days. */
export const SCHEDULE_RULES: Readonly<Record<string, TableRules>> = {
  schedule: {
    columns: {
      ...{
        id: idOf('schedule'),
        ...versioned,
        status: oneOf(SCHEDULE_STATUSES),
        every: integer(1, MAX_EVERY),
        period: text(16),
        days: object,
      },
      ...{
        start_on: day,
        end_on: day,
        kind: oneOf(SCHEDULED_KINDS),
        scheduled_id: idOf('scheduled_charge', 'scheduled_transfer'),
        terms: object,
      },
      ...{ party_id: idOf('customer', 'recipient'), next_on: nullable(day), next_at: someTime, ended_at: someTime },
    },
    together: scheduleProblem,
  },
  occurrence: {
    columns: {
      ...{ id: idOf('occurrence'), ...versioned, schedule_id: idOf('schedule'), scheduled_on: day, status: oneOf(OCCURRENCE_STATUSES) },
      ...{
        result_id: nullable(idOf('charge', 'transfer')),
        message: nullable(text(MAX_TEXT)),
        transfer_amount: money,
        attempt_count: count,
      },
      ...{ retry_on: nullable(day), retry_at: someTime, processed_at: time },
    },
    together: (row) =>
      row['retry_at'] !== null && row['status'] !== 'failed'
        ? 'retry_at must be null: it did not fail'
        : have(row, row['retry_at'] !== null, 'retry_on'),
  },
};

function scheduleProblem(row: Row): string | undefined {
  if (!isOn(row['period'], row['days'])) return 'days must be those of its period';
  const kind = row['kind'] as ScheduledKindName;
  const terms = row['terms'] as Row;
  const isLive = row['livemode'] === true;
  const wrong = [...problemsOf(row, IDS[kind], isLive), ...problemsOf(terms, TERMS[kind], isLive).map((problem) => `terms: ${problem}`)];
  if (wrong[0] !== undefined) return wrong[0];
  if (kind === 'transfer' && (terms['amount'] === null) === (terms['percentage_of_balance'] === null))
    return 'terms: one of amount and percentage_of_balance must be null';
  if (row['next_at'] !== null && row['ended_at'] !== null) return 'next_at must be null: it has ended';
  return have(row, row['next_at'] !== null, 'next_on');
}

function problemsOf(row: Row, rules: Readonly<Record<string, ColumnRule>>, isLive: boolean): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule(row[name], isLive);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
}
