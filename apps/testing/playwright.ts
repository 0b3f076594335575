import { test as base } from '@playwright/test';
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.js';
import { limitedTo } from './time-left.js';

export { expect } from '@playwright/test';

/**
 * Playwright's `test` with `tollgate`, a sandbox for each test that uses it, deleted afterwards. A failed
 * test has its timeline attached. Its settings are the option `tollgateSettings`.
 */
export const test = base.extend<{ tollgateSettings: SandboxSettings; tollgate: Sandbox }>({
  tollgateSettings: [{}, { option: true }],
  tollgate: async ({ tollgateSettings: settings }, use, testInfo) => {
    const remaining = limitedTo(testInfo.timeout);
    const sandbox = await createSandbox({ prefix: 'playwright', settings, remaining });
    await use(sandbox);
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    if (hasFailed)
      await testInfo.attach('tollgate-timeline.txt', {
        body: await sandbox.timeline(),
        contentType: 'text/plain',
      });
    await sandbox.remove({ hasFailed });
  },
});
