import { cardAmountProblem } from '../charges/charge.rules.js';
import type { Currency } from '../money.js';
import { addDays, parseDay, type Day } from './calendar.js';
import { nextDay, type Recurrence } from './recurrence.js';
import {
  isActive,
  OCCURRENCE_STATUSES,
  SCHEDULE_STATUSES,
  SCHEDULED_KINDS,
  type Schedule,
  type ScheduledKindName,
} from './schedule.js';
import { MAX_EVERY, readRecurrence } from './schedule.rules.js';
import { isPercentage } from './transfer-terms.js';
import { DAY_MS } from '../time.js';
import { transferAmountProblem, transferFees } from '../transfers/transfer.rules.js';
import {
  boolean,
  count,
  currency,
  described,
  idOf,
  integer,
  metadata,
  money,
  nullable,
  object,
  oneOf,
  personal,
  reference,
  someTime,
  text,
  time,
  versioned,
  type ColumnRule,
} from '../snapshots/column-rules.js';
import { withoutPersonalText } from '../snapshots/personal-texts.js';
import { have, type Row, type TableRules } from '../snapshots/table-rules.js';

/** Length of Tollgate's own messages about an occurrence. */
const MAX_MESSAGE_LENGTH = 5_000;
/** Largest distance between the due hour of a day and midnight UTC, in any time zone. */
const FARTHEST_ZONE_MS = 2 * DAY_MS;
const day: ColumnRule = (value) =>
  parseDay(value) === undefined ? 'must be a day, such as 2026-01-31' : undefined;

const part: ColumnRule = (value) => (isPercentage(value) ? undefined : 'must be a percentage of the balance');

/** Rules of the scheduled terms, by kind. */
const TERMS: Readonly<Record<ScheduledKindName, Readonly<Record<string, ColumnRule>>>> = {
  charge: {
    amount: money,
    currency,
    default_card: boolean,
    card: idOf('card'),
    customer: idOf('customer'),
    description: described,
    metadata,
  },
  transfer: { amount: nullable(money), percentage_of_balance: nullable(part), currency },
};
/** The object that each kind creates. */
const IDS: Readonly<Record<ScheduledKindName, Readonly<Record<string, ColumnRule>>>> = {
  charge: { scheduled_id: idOf('scheduled_charge'), party_id: idOf('customer') },
  transfer: { scheduled_id: idOf('scheduled_transfer'), party_id: idOf('recipient') },
};

/** Rows of schedules and their occurrences. */
export const SCHEDULE_ROWS: Readonly<Record<string, TableRules>> = {
  schedule: {
    columns: {
      id: idOf('schedule'),
      ...versioned,
      status: oneOf(SCHEDULE_STATUSES),
      every: integer(1, MAX_EVERY),
      period: text(16),
      days: object,
      start_on: day,
      end_on: day,
      kind: oneOf(SCHEDULED_KINDS),
      scheduled_id: idOf('scheduled_charge', 'scheduled_transfer'),
      terms: personal(object, withoutPersonalText),
      party_id: reference('customer', 'recipient'),
      next_on: nullable(day),
      next_at: someTime,
      ended_at: someTime,
    },
    together: scheduleProblem,
  },
  occurrence: {
    columns: {
      id: idOf('occurrence'),
      ...versioned,
      schedule_id: reference('schedule'),
      scheduled_on: day,
      status: oneOf(OCCURRENCE_STATUSES),
      result_id: nullable(reference('charge', 'transfer')),
      message: personal(nullable(text(MAX_MESSAGE_LENGTH))),
      transfer_amount: money,
      attempt_count: count,
      retry_on: nullable(day),
      retry_at: someTime,
      processed_at: time,
    },
    together: occurrenceProblem,
  },
};

function scheduleProblem(row: Row): string | undefined {
  const { every, period, days: on, start_on: startOn, end_on: endOn } = row;
  const recurrence = readRecurrence(
    { every, period, on, start_date: startOn, end_date: endOn },
    startOn as Day,
  );
  if ('problems' in recurrence) return recurrence.problems[0];
  return nextProblem(row, recurrence) ?? termsProblem(row);
}

function nextProblem(row: Row, recurrence: Recurrence): string | undefined {
  const { status, next_on: nextOn, next_at: nextAt } = row;
  const runs = isActive(row as unknown as Schedule);
  if (nextOn === null)
    return status === 'running'
      ? 'next_on must not be null in this state'
      : (have(row, false, 'next_at') ?? have(row, !runs, 'ended_at'));
  if (!runs) return 'next_on must be null in this state';
  if (nextDay(recurrence, addDays(nextOn as Day, -1)) !== nextOn)
    return 'next_on must be a day of the schedule';
  const isNear =
    nextAt !== null &&
    Math.abs(Date.parse(nextAt as string) - Date.parse(nextOn as string)) <= FARTHEST_ZONE_MS;
  return isNear ? have(row, false, 'ended_at') : 'next_at must be on the day of next_on';
}

/** Validates the scheduled terms as the API does. */
function termsProblem(row: Row): string | undefined {
  const kind = row['kind'] as ScheduledKindName;
  const terms = row['terms'] as Row;
  const isLive = row['livemode'] === true;
  const [wrong] = [
    ...problemsOf(row, IDS[kind], isLive),
    ...problemsOf(terms, TERMS[kind], isLive).map((problem) => `terms: ${problem}`),
  ];
  if (wrong !== undefined) return wrong;
  const problem =
    kind === 'charge' ? chargeTermsProblem(terms, row['party_id']) : transferTermsProblem(terms);
  return problem === undefined ? undefined : `terms: ${problem}`;
}

function chargeTermsProblem(terms: Row, partyId: unknown): string | undefined {
  return terms['customer'] === partyId ? cardAmountProblem(terms) : 'customer must be party_id';
}

function transferTermsProblem({
  amount,
  percentage_of_balance: percentage,
  currency: code,
}: Row): string | undefined {
  if ((amount === null) === (percentage === null))
    return 'one of amount and percentage_of_balance must be null';
  return amount === null ? undefined : transferAmountProblem(amount, transferFees(code as Currency));
}

function occurrenceProblem(row: Row): string | undefined {
  const { status, result_id: resultId } = row;
  if (status === 'successful' && resultId === null)
    return 'result_id must not be null for a successful occurrence';
  if (status === 'skipped' && resultId !== null) return 'result_id must be null for a skipped occurrence';
  if (row['retry_at'] !== null && status !== 'failed')
    return 'retry_at must be null unless the occurrence failed';
  return have(row, row['retry_at'] !== null, 'retry_on');
}

function problemsOf(row: Row, rules: Readonly<Record<string, ColumnRule>>, isLive: boolean): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule(row[name], isLive);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
}
