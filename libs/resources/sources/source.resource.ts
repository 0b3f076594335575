import { defineResource, each } from '#engine/resources/resource.js';
import { one, rowsWith } from '#engine/resources/rows-of.js';
import type { ChargeStatus } from '../charges/rules/charge.js';
import { STATUSES_OF_USE } from '../charges/charge.sql.js';
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
  listed: {
    joins: 'LEFT JOIN charge ON charge.source_id = source.id',
    statuses: STATUSES_OF_USE,
    columns: {
      amount: 'source.amount',
      currency: 'source.currency',
      method: 'source.type',
      payer_name: `source.details ->> 'name'`,
      email: `source.details ->> 'email'`,
      charge: 'charge.id',
      customer: 'charge.customer_id',
    },
    text: `source.id, source.type, source.amount, charge.id, source.details ->> 'name', source.details ->> 'email',
      source.details ->> 'phoneNumber', source.details ->> 'bank', source.details ->> 'barcode',
      source.details ->> 'storeId', source.details ->> 'storeName', source.details ->> 'terminalId'`,
  },
});
