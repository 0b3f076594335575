import { CaseRun } from './case-run.js';
import type { ShopEntryView } from '../shops/shop-run.view.js';

const AT = '2026-01-31T08:15:00.000Z';

function entry(body: string): ShopEntryView {
  const response = { line: null, status: 200, headers: null, body };
  return { kind: 'return', text: 'the customer returns', at: AT, request: null, response, duration_ms: 1 };
}

function newRun(): CaseRun {
  const none = {} as never;
  return new CaseRun(none, none, none, none, undefined, new Date(AT));
}

describe('a case of an exam', () => {
  it('keeps no secrets that a shop shows', () => {
    const run = newRun();
    run.note(entry('4242424242424242 skey_test_1a2b3c Bearer abcdefghijkl'));
    run.note(entry(`${'x'.repeat(4_090)} 4242424242424242`));
    run.note(entry('sk\u0000ey_test_1a2b3c 4242424242\u0000424242'));
    run.find({ verdict: 'failed', text: 'The order is {"key":"skey_test_1a2b3c"}.' });
    const kept = JSON.stringify([run.entries, run.findings]);
    expect(kept).not.toMatch(/42424|skey_test|abcdefgh/);
  });

  it('keeps 4,096 characters of a body, 256 KiB of all bodies, and 2,000 characters of a finding', () => {
    const run = newRun();
    for (let count = 0; count < 100; count += 1) run.note(entry('x'.repeat(5_000)));
    run.find({ verdict: 'failed', text: 'x'.repeat(5_000) });
    const bodies = run.entries.map(({ response }) => response?.body ?? '');
    expect(bodies[0]).toBe(`${'x'.repeat(4_096)}…`);
    expect(bodies.filter((body) => body.startsWith('x'))).toHaveLength(63);
    expect(bodies.at(-1)).toBe('(left out: too many long bodies)');
    expect(run.findings[0]?.text).toHaveLength(2_001);
  });
});
