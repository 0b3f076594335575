import request from 'supertest';
import { hostPorts } from '../../rig/ports.js';
import { SANDBOX_SECRET, startProgram, type Program } from '../../rig/program.js';
import { createDatabase } from './test-database.js';
import { databaseText } from './leaks.js';
import type { SandboxBody } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-may-see';
let databaseUrl: string;
let program: Program;
let controlUrl: string;
let apiUrl: string;
/** Of all that was refused, as it was answered. */
const refusals: string[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const ports = await hostPorts();
  [controlUrl, apiUrl] = [`http://127.0.0.1:${ports.CONTROL_PORT}`, `http://127.0.0.1:${ports.API_PORT}`];
  program = startProgram({ DATABASE_URL: databaseUrl, CONTROL_TOKEN: TOKEN, LOG_LEVEL: 'trace', ...ports });
  await program.ready();
});

afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended();
});

const asToken = (call: request.Test): request.Test => call.auth(TOKEN, { type: 'bearer' });

async function refused(call: request.Test): Promise<void> {
  const { status, headers, text } = await call;
  expect(status).toBeGreaterThanOrEqual(400);
  refusals.push(`${JSON.stringify(headers)} ${text}`);
}

it('the secrets of the control host and of sandboxes are in no database, log or error', async () => {
  const control = request(controlUrl);
  const { body } = (await asToken(control.post('/api/sandboxes').send({ name: 'secret' }))) as { body: SandboxBody };
  const keys = [body.test.secret_key, body.live.secret_key];
  for (const key of keys) {
    await request(apiUrl).get('/account').auth(key, '').expect(200);
    await control.get('/api/sandboxes/self').auth(key, '').expect(200);
    await refused(control.get('/api/sandboxes').auth(key, ''));
    await refused(control.get('/api/sandboxes/self').auth(`${key}x`, ''));
    await refused(control.get(`/api/sandboxes/default`).auth(key, ''));
    await refused(request(apiUrl).get('/account').auth(`${key}x`, ''));
  }
  await refused(control.get('/api/sandboxes').auth(`${TOKEN}x`, { type: 'bearer' }));
  await refused(control.get('/api/sandboxes').auth(TOKEN, TOKEN));
  await asToken(control.post('/api/sandboxes/secret/reset')).expect(200);
  const secrets = [TOKEN, SANDBOX_SECRET, Buffer.from(SANDBOX_SECRET, 'base64').toString('hex'), ...keys];
  const texts = { database: await databaseText(databaseUrl), log: program.output(), errors: refusals.join('\n') };
  const leaks = Object.entries(texts).flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => [where, secret]),
  );
  expect(leaks).toEqual([]);
  expect(texts.log).toContain('/api/sandboxes/:name/reset');
});
