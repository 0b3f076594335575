import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { SETTING_NAMES } from '#platform/config/setting-schema.js';
import { until } from '#platform/testing/until.js';
import { sign } from '#engine/webhooks/rules/signature.js';
import { endWithProgram } from '../../../proof/rig/at-exit.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { SANDBOX_SECRET } from '../../../proof/rig/program.js';
import { useOwnGateway } from './harness.js';

type Environment = Readonly<Record<string, string>>;

/** Tollgate's container in an example. */
interface Service {
  readonly name?: string;
  readonly image?: string;
  readonly env?: Environment;
  readonly environment?: Environment;
  readonly variables?: Environment;
  readonly ports?: readonly string[];
  readonly options?: string;
}

interface Workflow {
  readonly jobs: { readonly test: { readonly services: { readonly tollgate: Service } } };
}

interface Pipeline {
  readonly test: { readonly services: readonly [Service] };
}

interface Compose {
  readonly services: { readonly tollgate: Service };
}

const yaml = (file: string): unknown => parseYaml(readFileSync(`examples/${file}`, 'utf8'));
const workflow = (yaml('github-actions.yml') as Workflow).jobs.test.services.tollgate;
const [pipeline] = (yaml('gitlab-ci.yml') as Pipeline).test.services;
const compose = (yaml('compose.yml') as Compose).services.tollgate;

/** The image's ports. */
const EXPOSED =
  /AS all-in-one\n[^]*?\nEXPOSE ([\d ]+)\n/.exec(readFileSync('Dockerfile', 'utf8'))?.[1]?.split(' ') ?? [];

describe('the examples for CI', () => {
  it.each([
    ['GitHub Actions', workflow.env],
    ['GitLab CI', pipeline.variables],
    ['Compose', compose.environment],
  ])('set only existing settings, with %s', (_name, environment = {}) => {
    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(['ALLOW_DEMO_KEYS', 'CONTROL_TOKEN', 'WEBHOOK_URL']),
    );
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('use the image’s ports', () => {
    expect(EXPOSED).toHaveLength(4);
    expect(workflow.ports).toEqual(EXPOSED.map((port) => `${port}:${port}`));
    expect(compose.ports).toEqual(EXPOSED.map((port) => `127.0.0.1:${port}:${port}`));
    const { BASE_URL, VAULT_URL, PAY_URL, CONTROL_URL } = pipeline.variables ?? {};
    expect([BASE_URL, VAULT_URL, PAY_URL, CONTROL_URL]).toEqual(
      EXPOSED.map((port) => `http://tollgate:${port}`),
    );
    expect(workflow.options).toContain(`http://127.0.0.1:${EXPOSED[3]}/readyz`);
  });

  it('read the image’s name from a variable', () => {
    expect([workflow.image, pipeline.name, compose.image]).toEqual([
      '${{ vars.TOLLGATE_IMAGE }}',
      '$TOLLGATE_IMAGE',
      '${TOLLGATE_IMAGE:-tollgate-all-in-one}',
    ]);
  });

  it('are all in docs/ci.md', () => {
    const text = readFileSync('docs/ci.md', 'utf8');
    expect(readdirSync('examples').filter((file) => !text.includes(`(../examples/${file})`))).toEqual([]);
  });
});

describe('the example shop', () => {
  let port: number;
  const gateway = useOwnGateway(async () => {
    port = await steadyPort();
    return { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks` };
  });
  const shopUrl = (): string => `http://127.0.0.1:${port}`;
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    PORT: String(port),
    SHOP_URL: shopUrl(),
    TOLLGATE_API_URL: gateway.settings.baseUrl,
  });
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const shop = spawn(process.execPath, ['examples/shop.mjs'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endWithProgram(shop);
    let output = '';
    shop.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => output.includes('open'), 'the shop does not open');
    stop = async () => {
      shop.kill();
      await once(shop, 'exit');
    };
  });

  afterAll(() => stop());

  const statusOf = async (order: string): Promise<string> =>
    ((await (await fetch(`${shopUrl()}/orders/${order}`)).json()) as { status: string }).status;

  it('passes its tests: a charge is created, and its webhook reports the payment', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'examples/shop.test.mjs'], {
      env: environment(),
    });
    expect(stdout).toMatch(/pass 1\n/);
  });

  it('refuses webhooks that are unsigned or signed long ago, and believes a signed one only if the API agrees', async () => {
    const { id } = (await (await fetch(`${shopUrl()}/orders/forged`, { method: 'POST' })).json()) as {
      id: string;
    };
    const body = JSON.stringify({
      key: 'charge.complete',
      data: { object: 'charge', id, status: 'successful', metadata: { order: 'forged' } },
    });
    const { webhookSecret } = gateway.settings;
    const send = async (headers: object): Promise<number> =>
      (await fetch(`${shopUrl()}/webhooks`, { method: 'POST', headers: { ...headers }, body })).status;
    expect([
      await send({}),
      await send(sign(body, SANDBOX_SECRET, new Date())),
      await send(sign(`${body} `, webhookSecret, new Date())),
      await send(sign(body, webhookSecret, new Date('2020-09-13T12:26:40Z'))),
      await send(sign(body, webhookSecret, new Date())),
    ]).toEqual([401, 401, 401, 401, 200]);
    expect(await statusOf('forged')).toBe('pending');
  });
});
