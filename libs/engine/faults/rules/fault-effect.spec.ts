import { effectParams, readEffect } from './fault-effect.js';
import type { FaultEffect, FaultSubject } from './fault.js';

it.each<[FaultSubject, object, object]>([
  [
    'api',
    { status: 503 },
    { status: 503, code: 'service_unavailable', message: 'the service is not ready; retry shortly' },
  ],
  ['api', { status: '418', code: 'teapot' }, { status: 418, code: 'teapot', message: 'teapot' }],
  ['api', { delay: '2s' }, { delay: '2s' }],
  ['api', { disconnect: 'true' }, { disconnect: true }],
  ['api', { rate_limit: true }, { rate_limit: { limit: 0, per: '1s' } }],
  ['api', { rate_limit: { limit: 5, per: '1m' } }, { rate_limit: { limit: 5, per: '1m' } }],
  ['payment', { fail: 'insufficient_fund' }, { fail: 'insufficient_fund' }],
  ['payment', { settle: 'failed', after: '5s' }, { settle: 'failed', after: '5s' }],
  ['payment', { never: true }, { never: true }],
  ['webhook', { delay: '1h30m' }, { delay: '1h30m' }],
  ['webhook', { duplicate: 3 }, { duplicate: 3 }],
  ['webhook', { drop: true }, { drop: 1 }],
  ['webhook', { no_signature: true }, { no_signature: 1 }],
  ['webhook', { two_signatures: '2' }, { two_signatures: 2 }],
  ['webhook', { hang_up: 3 }, { hang_up: 3 }],
  [
    'webhook',
    { patch: { data: { amount: 1.5, paid: null } } },
    { patch: { data: { amount: 1.5, paid: null } } },
  ],
  ['webhook', { before_answer: true }, { before_answer: true }],
])('a fault on %s with the effect %j is shown as %j', (subject, asked, shown) => {
  expect(effectParams(readEffect(subject, asked) as FaultEffect)).toEqual(shown);
});

it.each<[FaultSubject, unknown]>([
  ['api', null],
  ['api', []],
  ['api', { status: 99 }],
  ['api', { status: 503, code: 'Not A Code' }],
  ['api', { disconnect: false }],
  ['api', { rate_limit: { limit: -1 } }],
  ['api', { rate_limit: { limit: 1, burst: 2 } }],
  ['api', { never: true }],
  ['payment', { settle: 'pending' }],
  ['payment', { fail: 'constructor' }],
  ['webhook', { duplicate: 1 }],
  ['webhook', { drop: 101 }],
  ['webhook', { hang_up: 0 }],
  ['webhook', { patch: true }],
  ['webhook', { patch: [] }],
  ['webhook', { patch: {} }],
  ['webhook', { patch: { key: 'charge.unknown', id: 'evnt_1' } }],
  ['webhook', { patch: { data: { description: 'x'.repeat(200 * 1024) } } }],
  ['webhook', { duplicate: 2, drop: 1 }],
])('a fault on %s cannot have the effect %j', (subject, asked) => {
  expect(readEffect(subject, asked)).toEqual({ problem: expect.stringContaining('do') });
});
