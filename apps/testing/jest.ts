import { afterEach, beforeEach } from '@jest/globals';
import { createSandbox, type Sandbox } from './sandbox.js';
import { limitedTo } from './time-left.js';

/** Jest's default limit of a test. */
const DEFAULT_LIMIT_MS = 5_000;

let current: Sandbox | undefined;

/** The sandbox of the running test: each test has its own, which is deleted after it. */
export const tollgate: Sandbox = new Proxy({} as Sandbox, {
  get: (_target, name: keyof Sandbox) => {
    if (!current)
      throw new Error(
        'tollgate is available only in tests, beforeEach and afterEach; elsewhere call createSandbox() of @tollgate/testing',
      );
    const found = Reflect.get(current, name) as unknown;
    return typeof found === 'function' ? (found.bind(current) as unknown) : found;
  },
});

beforeEach(async () => {
  const { test, testTimeout } = circus() ?? {};
  current = await createSandbox({
    prefix: 'jest',
    remaining: limitedTo(test?.timeout ?? testTimeout ?? DEFAULT_LIMIT_MS),
  });
});

afterEach(async () => {
  const sandbox = current;
  current = undefined;
  if (!sandbox) return;
  await tell(sandbox);
  await sandbox.remove();
});

/** Adds the timeline to the error of a test that failed for another reason. */
async function tell(sandbox: Sandbox): Promise<void> {
  const thrown =
    circus()?.test?.errors.map((error) => (Array.isArray(error) ? (error[0] as unknown) : error)) ?? [];
  const [first] = thrown.filter(
    (error): error is Error => typeof error === 'object' && error !== null && 'stack' in error,
  );
  if (!first || first.message.includes(sandbox.name)) return;
  // Jest prints the stack, which includes the message once it has been read.
  const { message, stack } = first;
  const told = `${message}\n\n${await sandbox.timeline()}\n`;
  first.message = told;
  first.stack = stack?.replace(message, () => told);
}

interface Circus {
  readonly test: { readonly errors: readonly unknown[]; readonly timeout?: number } | undefined;
  readonly testTimeout: number;
}

/** The state of Jest's runner, under its own symbol; undefined in other runners. */
function circus(): Circus | undefined {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state =
    symbol &&
    (globalThis as unknown as Record<symbol, { currentlyRunningTest?: Circus['test']; testTimeout: number }>)[
      symbol
    ];
  return state && { test: state.currentlyRunningTest, testTimeout: state.testTimeout };
}
