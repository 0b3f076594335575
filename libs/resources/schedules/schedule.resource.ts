import { defineResource, each, statusesIn } from '#engine/resources/resource.js';
import { first, rowsWith } from '#engine/resources/rows-of.js';
import { toLoadedSchedule, toOccurrence } from './schedule.row.js';
import { scheduleView } from './schedule.view.js';

/** Deleted schedules are found: their status is `deleted`. */
export const SCHEDULE = defineResource({
  kind: 'schedule',
  rows: rowsWith(
    'Schedule',
    { occurrences: first('Occurrence', 'occurrence.schedule_id = schedule.id', toOccurrence) },
    toLoadedSchedule,
    ({ schedule }) => schedule,
  ),
  views: each(scheduleView),
  listed: {
    only: `schedule.status <> 'deleted'`,
    statuses: statusesIn('schedule.status', ['running', 'expiring', 'expired', 'suspended']),
    columns: {
      amount: `(schedule.terms ->> 'amount')::int8`,
      currency: `schedule.terms ->> 'currency'`,
      scheduled: 'schedule.kind',
      party: 'schedule.party_id',
      party_name: `coalesce((SELECT coalesce(email, description) FROM customer WHERE customer.id = schedule.party_id),
        (SELECT name FROM recipient WHERE recipient.id = schedule.party_id), schedule.party_id)`,
      description: `schedule.terms ->> 'description'`,
      every: 'schedule.every',
      period: 'schedule.period',
      days: 'schedule.days',
      next_at: 'schedule.next_at',
      last_run: `(SELECT json_build_object('at', to_char(processed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', status,
        'result', result_id) FROM occurrence WHERE schedule_id = schedule.id ORDER BY scheduled_on DESC LIMIT 1)`,
      metadata: `coalesce(schedule.terms -> 'metadata', '{}'::json)`,
    },
    text: 'schedule.id, schedule.kind, schedule.party_id, schedule.terms',
  },
});
