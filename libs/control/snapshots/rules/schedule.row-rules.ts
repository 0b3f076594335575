import type { Currency } from '#kernel/money.js';
import { addDays, parseDay, type Day } from '#kernel/calendar.js';
import { DAY_MS } from '#kernel/time.js';
import { cardAmountProblem } from '#resources/charges/rules/charge.rules.js';
import { nextDay, type Recurrence } from '#resources/schedules/rules/recurrence.js';
import {
  OCCURRENCE_STATUSES,
  SCHEDULE_STATUSES,
  SCHEDULED_KINDS,
  type ScheduledKindName,
} from '#resources/schedules/rules/schedule.js';
import { MAX_EVERY, readRecurrence } from '#resources/schedules/rules/schedule.rules.js';
import { isPercentage } from '#resources/schedules/rules/transfer-terms.js';
import { transferAmountProblem, transferFees } from '#resources/transfers/rules/transfer.rules.js';
import * as is from './column-rules.js';
import type { Row, TableRules } from './table-rules.js';

/** Length of Tollgate's own messages about an occurrence. */
const MAX_MESSAGE_LENGTH = 5_000;
/** Largest distance between the due hour of a day and midnight UTC, in any time zone. */
const FARTHEST_ZONE_MS = 2 * DAY_MS;
const day: is.ColumnRule = (value) =>
  parseDay(value) === undefined ? 'must be a day, such as 2026-01-31' : undefined;

const part: is.ColumnRule = (value) =>
  isPercentage(value) ? undefined : 'must be a percentage of the balance';

const TERMS: Readonly<Record<ScheduledKindName, Readonly<Record<string, is.ColumnRule>>>> = {
  charge: {
    amount: is.money,
    currency: is.currency,
    default_card: is.boolean,
    card: is.idOf('card'),
    customer: is.idOf('customer'),
    description: is.described,
    metadata: is.metadata,
  },
  transfer: {
    amount: is.nullable(is.money),
    percentage_of_balance: is.nullable(part),
    currency: is.currency,
  },
};
/** The object that each kind creates. */
const IDS: Readonly<Record<ScheduledKindName, Readonly<Record<string, is.ColumnRule>>>> = {
  charge: { scheduled_id: is.idOf('scheduled_charge'), party_id: is.idOf('customer') },
  transfer: { scheduled_id: is.idOf('scheduled_transfer'), party_id: is.idOf('recipient') },
};

export const SCHEDULE_ROWS: Readonly<Record<string, TableRules>> = {
  schedule: {
    columns: {
      id: is.idOf('schedule'),
      ...is.versioned,
      status: is.oneOf(SCHEDULE_STATUSES),
      every: is.integer(1, MAX_EVERY),
      period: is.text(16),
      days: is.object,
      start_on: day,
      end_on: day,
      kind: is.oneOf(SCHEDULED_KINDS),
      scheduled_id: is.idOf('scheduled_charge', 'scheduled_transfer'),
      terms: is.object,
      next_on: is.nullable(day),
      next_at: is.someTime,
      ended_at: is.someTime,
    },
    together: scheduleProblem,
  },
  occurrence: {
    columns: {
      id: is.idOf('occurrence'),
      ...is.versioned,
      scheduled_on: day,
      status: is.oneOf(OCCURRENCE_STATUSES),
      message: is.nullable(is.text(MAX_MESSAGE_LENGTH)),
      transfer_amount: is.money,
      attempt_count: is.count,
      retry_on: is.nullable(day),
      retry_at: is.someTime,
      processed_at: is.time,
    },
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

function nextProblem({ next_on: nextOn, next_at: nextAt }: Row, recurrence: Recurrence): string | undefined {
  if (nextOn === null || nextAt === null) return undefined;
  if (nextDay(recurrence, addDays(nextOn as Day, -1)) !== nextOn)
    return 'next_on must be a day of the schedule';
  return Math.abs(Date.parse(nextAt as string) - Date.parse(nextOn as string)) <= FARTHEST_ZONE_MS
    ? undefined
    : 'next_at must be on the day of next_on';
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

function problemsOf(row: Row, rules: Readonly<Record<string, is.ColumnRule>>, isLive: boolean): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const problem = rule(row[name], isLive);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
}
