import { test as base } from '@playwright/test';
import { createSandbox, type Sandbox } from './sandbox.js';
import { limitedTo } from './time-left.js';

export { expect } from '@playwright/test';

/**
 * Playwright's `test` with `tollgate`, a sandbox for each test that uses it, deleted afterwards. A failed
 * test has its timeline attached.
 */
export const test = base.extend<{ tollgate: Sandbox }>({
  // Playwright reads from the parameter which fixtures it is built on: none.
  // oxlint-disable-next-line no-empty-pattern
  tollgate: async ({}, use, testInfo) => {
    const sandbox = await createSandbox({ prefix: 'playwright', remaining: limitedTo(testInfo.timeout) });
    await use(sandbox);
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('tollgate-timeline.txt', {
        body: await sandbox.timeline(),
        contentType: 'text/plain',
      });
    await sandbox.remove();
  },
});
