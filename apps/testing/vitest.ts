import { test as base } from 'vitest';
import { createSandbox, type Sandbox } from './sandbox.js';
import { limitedTo } from './time-left.js';

/** Vitest's `test` with `tollgate`, a sandbox for each test that uses it, deleted afterwards. */
export const test = base.extend<{ tollgate: Sandbox }>({
  tollgate: async ({ task }, use) => {
    const sandbox = await createSandbox({ prefix: 'vitest', remaining: limitedTo(task.timeout) });
    await use(sandbox);
    const [error] = task.result?.errors ?? [];
    // A helper's error has the timeline already.
    if (error && !error.message.includes(sandbox.name)) error.message += `\n\n${await sandbox.timeline()}\n`;
    await sandbox.remove();
  },
});

export const it = test;
