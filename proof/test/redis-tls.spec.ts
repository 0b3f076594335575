import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeServerIdentity } from '../../libs/platform/tls/certificates.js';
import { idOf } from '../../apps/tollgate/test/caller.js';
import { describeWhere } from '../../apps/tollgate/test/describe-where.js';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { hasRedis, OwnRedis } from '../rig/own-redis.js';
import { steadyPort } from '../rig/ports.js';
import { startProgram } from '../rig/program.js';
import { until } from '../../libs/platform/testing/until.js';

const NAME = 'localhost';
const PASSWORD = 'of-redis';
/** How long after its creation the charge expires. */
const EXPIRES_MS = 2_000;

describeWhere(hasRedis(), 'redis-server is not installed', 'a Redis with TLS and a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-tls-'));
  const fileOf = (name: string): string => join(folder, name);
  let redis: OwnRedis;
  let url: string;
  const receiver = useReceiver();
  const tollgate = useOwnProcess(async () => {
    const authority = await makeAuthority([NAME], new Date());
    const { certificate, key } = await makeServerIdentity(authority, [NAME], new Date());
    for (const [name, text] of Object.entries({
      'ca.pem': authority.certificate,
      'redis.pem': certificate,
      'redis.key': key,
    }))
      writeFileSync(fileOf(name), text);
    const port = await steadyPort();
    const files = [
      '--tls-cert-file',
      fileOf('redis.pem'),
      '--tls-key-file',
      fileOf('redis.key'),
      '--tls-ca-cert-file',
      fileOf('ca.pem'),
    ];
    redis = await OwnRedis.open(['--tls-port', String(port), '--tls-auth-clients', 'no', ...files], PASSWORD);
    url = `rediss://:${PASSWORD}@${NAME}:${port}`;
    return { REDIS_URL: `${url}?ssl_ca_certs=${fileOf('ca.pem')}`, WEBHOOK_URL: receiver.uri };
  });

  afterAll(async () => {
    await redis.kill();
    rmSync(folder, { recursive: true });
  });

  it('is used with the authority of its certificate', async () => {
    await until(
      async () => (await tollgate.caller.get('/readyz')).text === '{"status":"ok"}',
      'its queue is not there',
    );
    const id = idOf(
      await tollgate.caller.post('/charges', {
        amount: '2000',
        currency: 'THB',
        'source[type]': 'promptpay',
        expires_at: new Date(Date.now() + EXPIRES_MS).toISOString(),
      }),
    );
    await receiver.next(({ event }) => event.data.id === id);
    const events = (): Promise<number> =>
      redis.connected((client) => client.xlen('tollgate:charge-expiry:events'));
    await until(async () => (await events()) > 0, 'no timer comes to the queue');
  });

  it('is rejected in one line if the authority file is invalid', async () => {
    const settings = {
      DATABASE_URL: tollgate.databaseUrl,
      LOG_LEVEL: 'fatal',
      REDIS_URL: `${url}?ssl_ca_certs=${fileOf('redis.key')}`,
    };
    const program = startProgram(settings);
    expect(await program.ended()).toBe(1);
    expect(program.output()).toMatch(
      /^tollgate: REDIS_URL: must be a file with PEM certificates, not [^\n]+: [^\n]+\n$/,
    );
    expect(program.output()).not.toContain(PASSWORD);
  });
});
