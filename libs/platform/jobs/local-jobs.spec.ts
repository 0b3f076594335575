import { AsyncLocalStorage } from 'node:async_hooks';
import { LocalJobs } from './local-jobs.js';

const QUEUE = 'webhook-delivery';

describe('local jobs', () => {
  it('are taken outside of the request that offers them', async () => {
    const request = new AsyncLocalStorage<string>();
    const local = new LocalJobs();
    const taken: (readonly [string, string | undefined])[] = [];
    local.open(QUEUE, (subject) => {
      void Promise.resolve().then(() => taken.push([subject, request.getStore()]));
    });
    await request.run('req_1', async () => {
      expect(local.offer({ queue: QUEUE, id: 'one', subject: 'whdl_1', delayMs: 0 })).toBe(true);
      await Promise.resolve();
    });
    expect(taken).toEqual([['whdl_1', undefined]]);
  });
});
