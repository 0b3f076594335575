import { readFileSync } from 'node:fs';
import { MARK } from './reference-icon.js';

it('the icon of the reference is the mark of the console', () => {
  expect(readFileSync('apps/console/src/ui/mark.svg', 'utf8')).toBe(MARK);
});
