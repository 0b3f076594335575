import { defineResource, each } from '#engine/resources/resource.js';
import { one, rowsWith } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { toSource } from './source.row.js';
import { sourceView } from './source.view.js';

export const SOURCE = defineResource({
  kind: 'source',
  rows: rowsWith(
    'Source',
    {
      charge: one(
        'Charge',
        'charge.source_id = source.id',
        ({ status, ...charge }) => ({ ...charge, status: status as ChargeStatus }),
        ['id', 'livemode', 'status', 'providerReferences', 'documentId', 'createdAt', 'expiresAt'],
      ),
    },
    (source, { charge }) => ({ source: toSource(source), charge }),
    ({ source }) => source,
  ),
  views: each(({ source, charge }, { baseUrl }) => sourceView(source, charge, baseUrl)),
});
