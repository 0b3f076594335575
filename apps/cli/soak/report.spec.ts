import type { SoakView } from '#control/soaks/soak.view.js';
import { progressOf } from './report.js';

describe('the progress of a soak', () => {
  const soak = { phase: 'playing', played: 40, orders: 200, finding: null } as SoakView;
  const shrinking = (tries: number): SoakView =>
    ({ ...soak, phase: 'shrinking', finding: { tries } }) as SoakView;

  it.each([
    ['playing 40 of 200', soak],
    ['shrinking, 1 try', shrinking(1)],
    ['shrinking, 8 tries', shrinking(8)],
  ])('is %s', (text, of) => {
    expect(progressOf(of)).toBe(text);
  });
});
