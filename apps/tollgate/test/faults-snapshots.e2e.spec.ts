import { JobRunner } from '#platform/jobs/job-runner.js';
import { until } from '#platform/testing/until.js';
import { faultsOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { openReceiver } from './receiver.js';
import { fileOf, linesOf, snapshotsOf } from './snapshots.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const CHARGE = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const gateway = useGateway();

const post = (sandbox: Sandbox, path: string, body: object = {}) =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body).expect(200);

async function statusesOf(sandbox: Sandbox, count: number): Promise<number[]> {
  const statuses = [];
  for (let call = 0; call < count; call += 1) statuses.push((await sandbox.post('/charges', CHARGE)).status);
  return statuses;
}

it('a restore returns faults with their counts and random state', async () => {
  const sandbox = await createSandbox(gateway);
  await setFault(sandbox, {
    name: 'dice',
    on: 'api',
    match: { route: 'POST /charges' },
    times: 'always',
    probability: 0.5,
    seed: '7',
    do: { status: 503 },
  });
  await setFault(sandbox, {
    name: 'twice',
    on: 'api',
    match: { route: 'GET /account' },
    times: 2,
    do: { status: 500 },
  });
  await statusesOf(sandbox, 3);
  expect((await sandbox.get('/account')).status).toBe(500);
  await post(sandbox, 'snapshots', { name: 'here' });
  const first = await statusesOf(sandbox, 10);
  expect([(await sandbox.get('/account')).status, (await sandbox.get('/account')).status]).toEqual([
    500, 200,
  ]);
  await post(sandbox, 'snapshots/here/restore');
  expect(await faultsOf(sandbox)).toMatchObject({
    data: [
      { name: 'dice', matched: 3 },
      { name: 'twice', fired: 1, status: 'active' },
    ],
  });
  expect(await statusesOf(sandbox, 10)).toEqual(first);
  expect([(await sandbox.get('/account')).status, (await sandbox.get('/account')).status]).toEqual([
    500, 200,
  ]);
});

it('a used-up fault is restored, and hits nothing', async () => {
  const sandbox = await createSandbox(gateway);
  await setFault(sandbox, { name: 'out', on: 'api', do: { status: 503 } });
  await gateway.database.fault.updateMany({
    where: { accountId: await sandbox.accountId() },
    data: { machineAt: new Date(0), expiresAt: new Date(0) },
  });
  await post(sandbox, 'snapshots', { name: 'here' });
  await post(sandbox, 'snapshots/here/restore');
  expect(await faultsOf(sandbox)).toMatchObject({ data: [{ name: 'out', status: 'expired' }] });
  expect((await sandbox.get('/account')).status).toBe(200);
});

it('a restored fault without hits is not a difference', async () => {
  const sandbox = await createSandbox(gateway);
  await setFault(sandbox, { name: 'same', on: 'api', do: { status: 503 } });
  await post(sandbox, 'snapshots', { name: 'before' });
  await post(sandbox, 'snapshots/before/restore');
  await post(sandbox, 'snapshots', { name: 'after' });
  const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/snapshots/before/diff/after`);
  expect(body).toMatchObject({ total: 0, data: [] });
});

it('a file with too many faults is rejected, with the line of the first extra one', async () => {
  const sandbox = await createSandbox(gateway);
  await setFault(sandbox, { on: 'payment', do: { never: true } });
  await post(sandbox, 'snapshots', { name: 'before' });
  const lines = linesOf(await snapshotsOf(sandbox).export());
  const index = lines.findIndex(({ table }) => table === 'fault');
  const withFaults = (count: number): string => {
    const faults = Array.from({ length: count }, (_, n) => ({
      ...lines[index],
      name: `n-${n}`,
      id: `flt_${String(n).padStart(19, '0')}`,
    }));
    return fileOf(lines.toSpliced(index, 1, ...faults));
  };
  const { status, body } = await snapshotsOf(sandbox).import(withFaults(101), { new_ids: true });
  expect([status, (body as { message: string }).message]).toEqual([
    400,
    `line ${index + 101} of the file is inconsistent: fault flt_${'0'.repeat(16)}100: a sandbox can have at most 100 active faults`,
  ]);
  await snapshotsOf(sandbox).import(withFaults(100), { new_ids: true }).expect(200);
});

it('a restore holds webhooks that a fault delayed, and the fault’s end does not send them', async () => {
  const receiver = await openReceiver();
  receiver.answer((_, response) => void response.writeHead(500).end());
  const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
  await setFault(sandbox, { name: 'turned', on: 'webhook', do: { reorder: 2 }, times: 2 });
  for (let made = 0; made < 3; made += 1) await sandbox.charge();
  await until(
    async () => (await faultsOf(sandbox)).data[0]?.matched === 3,
    'the fault does not meet all three',
  );
  await until(() => receiver.received.length === 2, 'the first two are not tried');
  const attempts = { where: { delivery: { accountId: await sandbox.accountId() } } };
  await until(
    async () => (await gateway.database.webhookAttempt.count(attempts)) === 2,
    'their attempts are not recorded',
  );
  await post(sandbox, 'snapshots', { name: 'here' });
  await post(sandbox, 'snapshots/here/restore');
  await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
  await gateway.tollgate.worker.get(JobRunner).sweep();
  const statuses = async (): Promise<string[]> => {
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/deliveries`);
    return (body as { data: { status: string }[] }).data.map(({ status }) => status);
  };
  // Entries are listed once all older transactions of the whole server have ended.
  await until(async () => (await statuses()).length === 3, 'the three deliveries are not listed');
  expect(await statuses()).toEqual(['held', 'held', 'held']);
  await receiver.close();
});
