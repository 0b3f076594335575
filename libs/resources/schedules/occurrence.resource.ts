import { defineResource, each } from '#engine/resources/resource.js';
import { rowsOf } from '#engine/resources/rows-of.js';
import { occurrenceView } from './occurrence.view.js';
import { toOccurrence } from './schedule.row.js';

export const OCCURRENCE = defineResource({
  kind: 'occurrence',
  rows: rowsOf('Occurrence', toOccurrence),
  views: each(occurrenceView),
});
