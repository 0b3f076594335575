import { LISTS } from '../api/generated/kinds';
import { PAGE_GROUPS, pageAt } from './pages';

it('every list of objects has an entry of the navigation', () => {
  const paths = PAGE_GROUPS.flatMap(({ pages }) => pages).flatMap(({ path, also = [] }) => [path, ...also]);
  const missing = Object.keys(LISTS).filter(
    (name) => name !== 'charges' && !paths.includes(`/objects/${name}`),
  );
  expect(missing).toEqual([]);
});

it.each([
  ['', 'Activity'],
  ['/payments/chrg_test_1', 'Payments'],
  ['/balance/receipts', 'Balance'],
  ['/balance/rates', 'Keys & settings'],
  ['/objects/chains/', 'Other objects'],
  ['/balances', undefined],
])('the path %s belongs to %s', (path, label) => {
  expect(pageAt(path)?.label).toBe(label);
});
