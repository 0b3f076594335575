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
      metadata: `coalesce(schedule.terms -> 'metadata', '{}'::json)`,
    },
    text: 'schedule.id, schedule.kind, schedule.party_id, schedule.terms',
  },
});
