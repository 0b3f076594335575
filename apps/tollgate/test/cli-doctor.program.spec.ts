import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runCli } from './cli.js';
import { useOwnGateway } from './harness.js';
import { createSandbox } from './sandbox.js';

const gateway = useOwnGateway();

interface Diagnosis {
  readonly findings: readonly { readonly check: string; readonly level: string; readonly text: string }[];
}

/** The exit code and the problems found. */
async function doctor(env: Readonly<Record<string, string>>): Promise<{ code: unknown; found: string[][] }> {
  const { code, stdout } = await runCli(['doctor', '--json'], {
    TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    ...env,
  });
  const { findings } = JSON.parse(stdout) as Diagnosis;
  return {
    code,
    found: findings.filter(({ level }) => level !== 'ok').map(({ check, level }) => [check, level]),
  };
}

describe('tollgate doctor', () => {
  it('reports nothing in a new sandbox', async () => {
    const { name, body } = await createSandbox(gateway, { webhook_uri: 'http://127.0.0.1:9/webhooks' });
    const env = {
      TOLLGATE_SANDBOX: name,
      TOLLGATE_WEBHOOK_SECRET: body.webhook_secret,
      TOLLGATE_API_URL: gateway.settings.baseUrl,
    };
    expect(await doctor(env)).toEqual({ code: 0, found: [] });
    expect(await doctor({ ...env, TOLLGATE_SECRET_KEY: body.test.secret_key })).toEqual({
      code: 0,
      found: [],
    });
  });

  it('reports problems of the sandbox and of the environment', async () => {
    const sandbox = await createSandbox(gateway, {
      webhook_uri: 'http://127.0.0.1:9/webhooks',
      webhook_retry_delays: '1h',
    });
    await sandbox.charge();
    await runCli(['clock', 'advance', '--until', 'next', '--sandbox', sandbox.name], {
      TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    });
    await runCli(['clock', 'freeze', '--sandbox', sandbox.name], {
      TOLLGATE_CONTROL_URL: gateway.settings.controlUrl,
    });
    const env = {
      TOLLGATE_SANDBOX: sandbox.name,
      TOLLGATE_PUBLIC_KEY: sandbox.body.live.public_key,
      TOLLGATE_WEBHOOK_SECRET: 'b3RoZXI=',
    };
    const found = [
      ['keys', 'mistake'],
      ['webhook secret', 'mistake'],
      ['webhooks', 'mistake'],
      ['sandbox clock', 'warning'],
    ];
    expect(await doctor(env)).toEqual({ code: 5, found });
  });

  it('reports a key of another sandbox', async () => {
    const [one, other] = [await createSandbox(gateway), await createSandbox(gateway)];
    const env = { TOLLGATE_SANDBOX: one.name, TOLLGATE_SECRET_KEY: other.secretKey };
    expect(await doctor(env)).toEqual({ code: 5, found: [['access', 'mistake']] });
  });

  it('reports that another program answers at the address', async () => {
    const server = createServer((_, response) => void response.end('{"status":"ok"}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const TOLLGATE_CONTROL_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await doctor({ TOLLGATE_CONTROL_URL })).toEqual({ code: 5, found: [['tollgate', 'mistake']] });
    server.close();
  });

  it('prints text by default', async () => {
    const { stdout } = await runCli(['doctor', '--url', 'http://127.0.0.1:9']);
    expect(stdout).toMatch(
      /^fail tollgate: http:\/\/127\.0\.0\.1:9 does not answer \(bad port\)\n {5}\S.*\n$/,
    );
  });
});
