import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.js';
import { limitedTo } from './time-left.js';

/** Jest's default limit of a test. */
const DEFAULT_LIMIT_MS = 5_000;

let current: Sandbox | undefined;
/** Of the file and of the blocks around the running test. */
const settingsAround: SandboxSettings[] = [];

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

/** Sets settings of the sandboxes for the tests of this file, or of the `describe` block of the call. */
export function useSettings(settings: SandboxSettings): void {
  beforeAll(() => void settingsAround.push(settings));
  afterAll(() => void settingsAround.pop());
}

beforeEach(async () => {
  const { test, testTimeout } = circus() ?? {};
  current = await createSandbox({
    prefix: 'jest',
    settings: Object.assign({}, ...settingsAround) as SandboxSettings,
    remaining: limitedTo(test?.timeout ?? testTimeout ?? DEFAULT_LIMIT_MS),
  });
});

afterEach(async () => {
  const sandbox = current;
  current = undefined;
  if (!sandbox) return;
  const thrown =
    circus()?.test?.errors.map((error) => (Array.isArray(error) ? (error[0] as unknown) : error)) ?? [];
  await tell(sandbox, thrown);
  await sandbox.remove({ hasFailed: thrown.length > 0 });
});

/** Adds the timeline to the error of a test that failed for another reason. */
async function tell(sandbox: Sandbox, thrown: readonly unknown[]): Promise<void> {
  const [first] = thrown.filter(
    (error): error is Error => typeof error === 'object' && error !== null && 'stack' in error,
  );
  if (!first || first.message.includes(sandbox.name)) return;
  // Jest prints the stack, which includes the message once it has been read.
  const { message, stack } = first;
  const text = `${message}\n\n${await sandbox.timeline()}\n`;
  first.message = text;
  first.stack = stack?.replace(message, () => text);
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
