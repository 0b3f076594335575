import { Client } from 'pg';
import { useOwnGateway } from './harness.js';
import { control, createSandbox } from './sandbox.js';
import { fill, shown, snapshotsOf } from './snapshots.js';
import { testServer } from './test-database.js';

let admin: Client;
let owner: string;
/** On an empty database of a user without superuser rights, who creates everything in it. */
const gateway = useOwnGateway(async () => {
  const url = new URL(testServer());
  admin = new Client({ connectionString: url.href });
  await admin.connect();
  owner = `owner_${process.pid}_${Date.now()}`;
  await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${owner}' NOSUPERUSER`);
  await admin.query(`CREATE DATABASE ${owner} OWNER ${owner} TEMPLATE template0`);
  return { DATABASE_URL: Object.assign(url, { username: owner, password: owner, pathname: owner }).href };
});

afterAll(async () => {
  await admin.query(`DROP DATABASE ${owner} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${owner}`);
  await admin.end();
});

it('a database owner without superuser rights saves, restores, exports and imports', async () => {
  const sandbox = await createSandbox(gateway, { clock: { frozen: true } });
  const { pending, paid } = await fill(sandbox);
  const snapshots = snapshotsOf(sandbox);
  await snapshots.save().expect(200);
  const before = await shown(sandbox);
  const change = async (): Promise<void> => {
    await sandbox.post(`/charges/${pending}/mark_as_paid`).expect(200);
    await sandbox.post(`/charges/${paid}/refunds`, { amount: 2000 }).expect(200);
    await sandbox.charge();
    expect(await shown(sandbox)).not.toEqual(before);
  };
  await change();
  await snapshots.restore().expect(200);
  expect(await shown(sandbox)).toEqual(before);
  await change();
  await snapshots.import(await snapshots.export()).expect(200);
  expect(await shown(sandbox)).toEqual(before);
  await control(gateway).delete(`/api/sandboxes/${sandbox.name}`).expect(200);
  const { rows } = await admin.query('SELECT rolsuper FROM pg_roles WHERE rolname = $1', [owner]);
  expect(rows).toEqual([{ rolsuper: false }]);
});
