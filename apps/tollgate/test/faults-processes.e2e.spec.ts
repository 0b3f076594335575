import { faultsOf, setFault } from './faults.js';
import { openGateway, useGateway, useOwnGateway } from './harness.js';
import { createSandbox } from './sandbox.js';

const CHARGE = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};
const ON_CHARGES = { on: 'api', match: { route: 'POST /charges' } };

const gateway = useGateway();
const other = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));

it('two processes count 64 calls at once as one', async () => {
  const sandbox = await createSandbox(gateway);
  await setFault(sandbox, { ...ON_CHARGES, skip: 10, times: 7, do: { status: 503 } });
  const calls = Array.from({ length: 64 }, (_, call) =>
    sandbox.post('/charges', CHARGE, call % 2 === 0 ? gateway : other),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  expect(statuses.filter((status) => status === 200)).toHaveLength(57);
  expect(await faultsOf(sandbox)).toMatchObject({ data: [{ fired: 7, status: 'exhausted' }] });
});

it('a fault applies in every process once set, until it is deleted', async () => {
  const sandbox = await createSandbox(gateway);
  for (let round = 0; round < 5; round += 1) {
    await setFault(sandbox, { ...ON_CHARGES, times: 'always', name: 'mine', do: { status: 503 } });
    expect((await sandbox.post('/charges', CHARGE, other)).status).toBe(503);
    const { status } = await removeMine(sandbox.name);
    expect(status).toBe(200);
    expect((await sandbox.post('/charges', CHARGE, other)).status).toBe(200);
  }
});

it('a new process continues the counts of other processes', async () => {
  const sandbox = await createSandbox(gateway);
  const seeded = { ...ON_CHARGES, times: 'always', probability: 0.5, seed: '42', do: { status: 503 } };
  await setFault(sandbox, { ...seeded, name: 'first' });
  const statuses = async (count: number, at = gateway): Promise<number[]> => {
    const made = [];
    for (let call = 0; call < count; call += 1)
      made.push((await sandbox.post('/charges', CHARGE, at)).status);
    return made;
  };
  const all = await statuses(16);
  const same = await createSandbox(gateway);
  await setFault(same, { ...seeded, name: 'first' });
  const again = [];
  for (let call = 0; call < 8; call += 1) again.push((await same.post('/charges', CHARGE)).status);
  const third = await openGateway({ DATABASE_URL: gateway.databaseUrl });
  for (let call = 8; call < 16; call += 1) again.push((await same.post('/charges', CHARGE, third)).status);
  expect(again).toEqual(all);
});

function removeMine(name: string): Promise<{ status: number }> {
  return fetch(`${gateway.settings.controlUrl}/api/sandboxes/${name}/faults/mine`, { method: 'DELETE' });
}
