import { test as base } from 'vitest';
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.js';
import { limitedTo } from './time-left.js';

/**
 * Vitest's `test` with `tollgate`, a sandbox for each test that uses it, deleted afterwards. Its settings are
 * `tollgateSettings`.
 */
export const test = base.extend<{ tollgateSettings: SandboxSettings; tollgate: Sandbox }>({
  tollgateSettings: {},
  tollgate: async ({ task, tollgateSettings: settings }, use) => {
    const sandbox = await createSandbox({ prefix: 'vitest', settings, remaining: limitedTo(task.timeout) });
    await use(sandbox);
    const [error] = task.result?.errors ?? [];
    // A helper's error has the timeline already.
    if (error && !error.message.includes(sandbox.name)) error.message += `\n\n${await sandbox.timeline()}\n`;
    await sandbox.remove({ hasFailed: error !== undefined });
  },
});

export const it = test;
