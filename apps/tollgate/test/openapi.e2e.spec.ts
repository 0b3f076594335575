import { createConfig, lintFromString } from '@redocly/openapi-core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import request from 'supertest';
import { steadyPort } from '../../../proof/rig/ports.js';
import { within } from '#platform/testing/until.js';
import { CONTROL_DOCUMENT, DOCUMENT, watchContract } from '../../../proof/contract/contract.js';
import { watched } from '../../../proof/contract/watched.js';
import { useGateway } from './harness.js';
import { routesOf } from './routes.js';

const gateway = useGateway();

describe('the API’s OpenAPI document', () => {
  const documented = ({ paths }: typeof DOCUMENT): string[] =>
    Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs)
        .filter((verb) => verb !== 'servers')
        .map((verb) => `${verb.toUpperCase()} ${path}`),
    );
  const served = (hosts: readonly INestApplication[]): string[] => [
    ...new Set(hosts.flatMap(routesOf).map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))),
  ];

  it('has every served route, and no other', () => {
    const { api, vault, pay } = gateway.tollgate;
    expect(documented(DOCUMENT).sort()).toEqual(served([api, vault, pay]).sort());
  });

  it('exists separately for the control host, with its routes', async () => {
    expect(documented(CONTROL_DOCUMENT).sort()).toEqual(served([gateway.tollgate.control]).sort());
    const { body } = await request(gateway.settings.controlUrl).get('/openapi.json').expect(200);
    expect(body.servers).toEqual([{ url: gateway.settings.controlUrl }]);
  });

  it('is served without a key, with this Tollgate’s addresses', async () => {
    const { body, headers } = await request(gateway.settings.baseUrl).get('/openapi.json').expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.openapi).toBe('3.1.1');
    expect(body.servers).toEqual([{ url: gateway.settings.baseUrl }]);
    expect(body.paths['/tokens'].servers).toEqual([{ url: gateway.settings.vaultUrl }]);
    expect(body.paths['/payments/{paymentId}/authorize'].servers).toEqual([{ url: gateway.settings.payUrl }]);
  });

  it.each(['baseUrl', 'controlUrl'] as const)(
    'passes a linter with its examples: that at %s',
    async (host) => {
      const { text } = await request(gateway.settings[host]).get('/openapi.json');
      const config = await createConfig({
        extends: ['recommended-strict'],
        rules: {
          // The project has not been given a licence to name.
          'info-license': 'off',
          'info-license-strict': 'off',
          // It names the address that this Tollgate is at, which is this machine.
          'no-server-example.com': 'off',
          // A click on the page is answered with a redirect.
          'operation-2xx-response': 'off',
          'no-invalid-media-type-examples': 'error',
          'no-invalid-schema-examples': 'error',
          'no-unused-components': 'error',
        },
      });
      const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
      expect(
        problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
      ).toEqual([]);
    },
  );
});

describe('a difference to the document', () => {
  const event = { object: 'event', id: 'evnt_1', created_at: '2026-01-31T08:15:00Z' };

  /** The breaches that are found when a host answers so. */
  const breachesOf = async (
    path: string,
    status: number,
    answer: object,
    type = 'application/json',
  ): Promise<string[]> => {
    const breaches = new Set<string>();
    const server = createServer((_req, res) => {
      res.statusCode = status;
      res.setHeader('Content-Type', type);
      res.end(JSON.stringify(answer));
    });
    watchContract('api', server, breaches);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get(path);
    server.close();
    await within(once(server, 'close'), 'the server does not close');
    return [...breaches];
  };

  it.each([
    ['a field that is missing', '/balance', 200, { object: 'balance' }, /required property/],
    ['a field too many', '/healthz', 200, { status: 'ok', since: 1 }, /additional properties/],
    ['a field of another type', '/healthz', 200, { status: 1 }, /must be (string|equal)/],
    ['an object in a list', '/events', 200, { object: 'list', data: [event] }, /required property/],
    ['a status', '/healthz', 201, { status: 'ok' }, /status 201 is not documented/],
    [
      'an error code',
      '/healthz',
      400,
      { object: 'error', location: 'x', code: 'used_token', message: 'x' },
      /allowed values/,
    ],
    ['a route', '/vouchers', 200, {}, /no route of the document/],
  ])('is found: %s', async (_, path, status, answer, expected) => {
    const breaches = await breachesOf(path, status, answer);
    expect(breaches.join('\n')).toMatch(expected);
  });

  it('is found: a media type', async () => {
    expect(await breachesOf('/healthz', 200, { status: 'ok' }, 'text/plain')).toEqual([
      'GET /healthz: 200 is answered as text/plain, which is not documented',
    ]);
  });

  it('is found in a separate process', async () => {
    const port = await steadyPort();
    const breachesFile = join(tmpdir(), `tollgate-openapi-${port}`);
    const { execArgv, breaches } = watched(breachesFile);
    const program = `import { createServer } from 'node:http';
      createServer((req, res) => res.setHeader('Content-Type', 'application/json').end('{"status":"odd"}')).listen(${port}, () => console.log('up'));`;
    const env = { PATH: process.env['PATH'], API_PORT: String(port) };
    const child = spawn(process.execPath, [...execArgv, '--input-type=module', '--eval', program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await within(once(child.stdout, 'data'), 'the process does not listen');
    for (let time = 0; time < 2; time += 1) await request(`http://127.0.0.1:${port}`).get('/healthz');
    child.kill('SIGKILL');
    await within(once(child, 'close'), 'the process does not end');
    const found = breaches();
    await rm(breachesFile);
    expect(found).toEqual([expect.stringMatching(/^GET \/healthz: 200: \/status must be/)]);
  });

  it('is not reported without one', async () => {
    expect(await breachesOf('/healthz', 200, { status: 'ok' })).toEqual([]);
  });
});
