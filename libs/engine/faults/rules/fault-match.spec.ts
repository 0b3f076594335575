import { matches, routeTemplate, type Call } from './fault-match.js';
import type { FaultMatch } from './fault.js';

const CALL: Call = {
  route: 'POST /charges/{}/refunds',
  method: 'POST',
  key: 'secret',
  objects: ['chrg_test_1'],
  subjects: [
    { amount: 1000, metadata: {} },
    { amount: 5000, sourceType: 'promptpay', metadata: { order: 1042, shop: { city: 'Bangkok' } } },
  ],
};

it.each<[FaultMatch, boolean]>([
  [{}, true],
  [{ route: routeTemplate('post', '/charges/:id/refunds') }, true],
  [{ route: routeTemplate('POST', '/charges/{id}') }, false],
  [{ method: 'POST' }, true],
  [{ method: 'GET' }, false],
  [{ key: 'public' }, false],
  [{ object: 'chrg_test_1' }, true],
  [{ object: 'chrg_test_2' }, false],
  [{ amount: 1000 }, true],
  [{ amount: 5000 }, true],
  [{ amount: 6000 }, false],
  [{ source_type: 'promptpay' }, true],
  [{ source_type: 'boost' }, false],
  [{ metadata: { order: '1042' } }, true],
  [{ metadata: { order: '1042', shop: { city: 'Bangkok' } } }, true],
  [{ metadata: { order: '1042', shop: { city: 'Tokyo' } } }, false],
  [{ metadata: { toString: 'any' } }, false],
  [{ amount: 1000, source_type: 'promptpay', method: 'POST' }, true],
])('%j matches: %s', (match, expected) => {
  expect(matches(match, CALL)).toBe(expected);
});
