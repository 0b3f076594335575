import { LISTS } from '../api/generated/kinds';
import { PAGE_GROUPS } from './pages';

it('every list of objects has an entry of the navigation', () => {
  const paths = PAGE_GROUPS.flatMap(({ pages }) => pages).flatMap(({ path, also = [] }) => [path, ...also]);
  const missing = Object.keys(LISTS).filter(
    (name) => name !== 'charges' && !paths.includes(`/objects/${name}`),
  );
  expect(missing).toEqual([]);
});
