import { testExamples, type VersionExample } from './test/version-examples.js';

const charge = { object: 'charge', source_of_fund: 'offsite' };
const source = { object: 'source', type: 'alipay', flow: 'redirect' };
const older = { ...charge, reference: null };

const EXAMPLES: readonly VersionExample[] = [
  { newest: { ...charge, source }, older: { ...older, offsite: 'alipay', offline: null } },
  {
    newest: { ...charge, source: { ...source, flow: 'offline', type: 'promptpay' } },
    older: { ...older, offsite: null, offline: 'promptpay' },
  },
  { newest: { ...charge, source: null }, older: { ...older, offsite: null, offline: null } },
  {
    newest: { object: 'receipt', created_at: '2026-01-31T17:00:00Z', issued_on: '2026-01-31' },
    older: { object: 'receipt', date: '2026-01-31T16:59:59Z' },
  },
  // Differences of 2017-11-02 apply to this version too.
  { newest: { object: 'balance', transferable: 2 }, older: { object: 'balance', available: 2 } },
];

describe('2015-11-17', () => {
  testExamples('2015-11-17', EXAMPLES);
});

describe('2014-07-27', () => {
  testExamples('2014-07-27', [
    {
      newest: { ...charge, paid: true, source: null },
      older: { ...charge, captured: true, reference: null, offsite: null, offline: null },
    },
  ]);
});
