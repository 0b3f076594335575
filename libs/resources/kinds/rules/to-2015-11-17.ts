import { isoSeconds, SECOND_MS } from '#kernel/time.js';
import { former, isApiObject, missing, retyped, type Difference } from '#engine/versions/rules/difference.js';

/** From 2017-11-02 to 2015-11-17 (docs/fidelity.md V13). */
export const TO_2015_11_17: readonly Difference[] = [
  missing('charge', 'source', '`source_of_fund` with `offsite` or `offline` instead'),
  former('charge', 'offsite', 'the type of a source that leads its customer elsewhere', (_, { source }) =>
    typeOf(source, false),
  ),
  former('charge', 'offline', 'the type of a source that is paid offline', (_, { source }) =>
    typeOf(source, true),
  ),
  retyped('receipt', 'date', 'the last second of its day', (_, { created }) => secondBefore(created)),
  missing('receipt', 'created', '`date` instead'),
];

function typeOf(source: unknown, isOffline: boolean): unknown {
  return isApiObject(source) && (source['flow'] === 'offline') === isOffline ? source['type'] : null;
}

function secondBefore(time: unknown): string {
  return isoSeconds(new Date(Date.parse(String(time)) - SECOND_MS));
}
