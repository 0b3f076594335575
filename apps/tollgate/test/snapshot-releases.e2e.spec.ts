import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';
import { snapshotsOf } from './snapshots.js';

/** Exports of each release, `<release>.ndjson`. A release adds a file; existing ones never change. */
const EXPORTS = 'apps/tollgate/test/fixtures/exports';
const gateway = useGateway();

describe.each(readdirSync(EXPORTS))('an export of the release %s', (name) => {
  const text = readFileSync(join(EXPORTS, name), 'utf8');

  it.each([
    ['as it is', {}],
    ['under new ids', { new_ids: true }],
  ])('is imported %s', async (_, query) => {
    const sandbox = await createSandbox(gateway);
    await snapshotsOf(sandbox).import(text, query).expect(200);
    const { body } = await sandbox.get('/charges?limit=100&order=chronological');
    const charges = (body as { data: { status: string; amount: number; refunded_amount: number }[] }).data;
    expect(
      charges.map(({ status, amount, refunded_amount: refunded }) => [status, amount, refunded]),
    ).toEqual([
      ['pending', 2000, 0],
      ['successful', 2000, 0],
      ['successful', 100_000, 10_000],
      ['successful', 100_000, 0],
      ['pending', 2000, 0],
    ]);
    expect(await sandbox.total('/events')).toBe(10);
    expect(await sandbox.total('/disputes')).toBe(1);
    const { body: clock } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock`);
    expect(clock).toMatchObject({ now: '2031-02-03T05:05:06.000Z', frozen: true });
    const { body: timeline } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/timeline`)
      .query({ kinds: 'attempt,clock', limit: 100, wait: '60s', count: 11 });
    expect((timeline as { data: { kind: string }[] }).data.map(({ kind }) => kind)).toEqual([
      'clock',
      ...Array.from({ length: 10 }, () => 'attempt'),
    ]);
  });
});
