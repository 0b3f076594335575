import type { Call } from './answers.js';
import { CallExpectation, fitsPath, type CallOptions } from './calls.js';
import type { Scope } from './scope.js';

const AT = '2026-01-31T08:15:00.000Z';

function call(id: string, path: string, status: number | null = 200): Call {
  const state = status === null ? 'in_progress' : 'done';
  return { id, state, method: 'POST', path, parameters: null, status, answer: null, error: null, at: AT };
}

/** A control host whose log has these pages, then empty ones; the cursor always moves on. */
function calls(pages: readonly (readonly Call[])[], options: CallOptions = {}): CallExpectation {
  let asked = 0;
  const answers: Record<string, () => unknown> = {
    '/requests': () => ({ data: pages[asked] ?? [], next: `${++asked}`, reason: null }),
    '/idle': () => ({ idle: true, reason: null }),
    '/timeline': () => ({ data: [], next: '', reason: null }),
  };
  const ask = <Answer>(_method: string, path: string): Promise<Answer> =>
    Promise.resolve(answers[path]?.() as Answer);
  return new CallExpectation(
    { name: 'jest-1', consoleUrl: '', keeps: false, remaining: undefined, ask } satisfies Scope,
    'POST /refunds',
    {
      timeout: 50,
      ...options,
    },
  );
}

const PAID_BACK = call('req_1', '/charges/chrg_test_1/refunds');

describe('calls that are expected', () => {
  it.each([
    ['/refunds', '/refunds', true],
    ['/charges/chrg_test_1/refunds', '/refunds', true],
    ['/charges/chrg_test_1/refunds', '/charges/*/refunds', true],
    ['/charges/chrg_test_1/refunds', '/charges', false],
    ['/charges/chrg_test_1/norefunds', '/refunds', false],
    ['/refunds', '/charges/*/refunds', false],
  ])('%s is %s: %s', (path, wanted, fits) => {
    expect(fitsPath(path, wanted)).toBe(fits);
  });

  it('come once, also while the cursor moves on without them', async () => {
    await expect(calls([[], [PAID_BACK]]).once()).resolves.toEqual([PAID_BACK]);
    await expect(calls([]).never()).resolves.toEqual([]);
  });

  it('are not once where a second comes in the end', async () => {
    const second = call('req_2', '/charges/chrg_test_1/refunds');
    await expect(calls([[PAID_BACK], [], [second]]).once()).rejects.toThrow(
      'to be called and answered 2xx once, but it was 2 times',
    );
    await expect(calls([[PAID_BACK], [], [second]]).times(2)).resolves.toHaveLength(2);
    await expect(calls([[PAID_BACK], [], [second]])).resolves.toHaveLength(1);
  });

  it('are waited for until they are answered, and counted once', async () => {
    const begun = call('req_1', '/refunds', null);
    await expect(calls([[begun], [call('req_1', '/refunds')]]).once()).resolves.toMatchObject([
      { status: 200 },
    ]);
    await expect(calls([[begun]])).rejects.toThrow('in progress');
  });

  it('that were rejected count only with their status', async () => {
    const refused = call('req_1', '/refunds', 400);
    await expect(calls([[refused]])).rejects.toThrow('was answered 400');
    await expect(calls([[refused]], { status: '4xx' })).resolves.toEqual([refused]);
    await expect(calls([[refused]], { status: 'any' }).once()).resolves.toEqual([refused]);
  });

  it('must be a method and a path', () => {
    expect(() => new CallExpectation({} as Scope, 'refunds', {})).toThrow(
      '"refunds" must be a method and a path, such as "POST /refunds"',
    );
  });
});
