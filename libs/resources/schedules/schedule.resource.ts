import { defineResource, each } from '#engine/resources/resource.js';
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
});
