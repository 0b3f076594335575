import request from 'supertest';
import { hostPorts } from '../../../proof/rig/ports.js';
import { SANDBOX_SECRET, startProgram, type Program } from '../../../proof/rig/program.js';
import { createDatabase } from './test-database.js';
import { until } from '#platform/testing/until.js';
import { databaseText } from './leaks.js';
import type { SandboxBody } from './sandbox.js';

const TOKEN = 'a-token-that-nobody-may-see';
let databaseUrl: string;
let program: Program;
let controlUrl: string;
let apiUrl: string;
/** Texts of all error responses. */
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

const BOOST = {
  amount: 2000,
  currency: 'MYR',
  source: { type: 'boost' },
  return_uri: 'https://shop.example/return',
};

/** The text of a snapshot's file. */
function exported(control: ReturnType<typeof request>, name: string): request.Test {
  const asText = (res: request.Response, done: (error: null, body: unknown) => void): void => {
    const stream = res as unknown as NodeJS.ReadableStream & { text: string };
    stream.text = '';
    stream.on('data', (piece: Buffer) => (stream.text += piece.toString()));
    stream.on('end', () => done(null, undefined));
  };
  return control.get(`/api/sandboxes/secret/snapshots/${name}/export`).buffer(true).parse(asText);
}

async function refused(call: request.Test): Promise<void> {
  const { status, headers, text } = await call;
  expect(status).toBeGreaterThanOrEqual(400);
  refusals.push(`${JSON.stringify(headers)} ${text}`);
}

it('the secrets of the control host and of sandboxes are in no database, log or error', async () => {
  const control = request(controlUrl);
  const { body } = (await asToken(control.post('/api/sandboxes').send({ name: 'secret' }))) as {
    body: SandboxBody;
  };
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
  await request(apiUrl)
    .post('/charges')
    .auth(keys[0] ?? '', '')
    .send(BOOST)
    .expect(200);
  await asToken(control.post('/api/sandboxes/secret/snapshots').send({ name: 'before-reset' })).expect(200);
  await asToken(control.post('/api/sandboxes/secret/reset')).expect(200);
  const [key = ''] = keys;
  const misplaced = {
    description: `${key} ${TOKEN} ${SANDBOX_SECRET}`,
    metadata: { a: [{ webhook_secret: 'wh-secret-of-mine' }] },
  };
  const refusedForm = { ...misplaced, card: 'tokn_test_none' };
  await refused(
    request(apiUrl)
      .post('/customers')
      .auth(key, '')
      .query({ q: key })
      .set('Cookie', 'cookie=of-mine')
      .send(refusedForm),
  );
  // Only the sender of a path sees it in the error.
  await request(apiUrl).post(`/${key}`).auth(key, '').send(misplaced).expect(404);
  await refused(
    request(apiUrl).post(`/nobody`).auth(TOKEN, '').set('X-Request-Id', 'misplaced-token').send(misplaced),
  );
  const { body: logged } = await asToken(
    control.get('/api/sandboxes/secret/requests').query({ wait: '60s', count: 2 }),
  );
  const { text: timeline } = await asToken(
    control.get('/api/sandboxes/secret/timeline').query({ wait: '60s', count: 2 }),
  );
  const listKeyless = async (): Promise<string> => (await asToken(control.get('/api/requests'))).text;
  await until(
    async () => (await listKeyless()).includes('misplaced-token'),
    'the request with the wrong key is not listed',
  );
  const { text: file } = await asToken(exported(control, 'before-reset'));
  const secrets = [
    'wh-secret-of-mine',
    'cookie=of-mine',
    TOKEN,
    SANDBOX_SECRET,
    Buffer.from(SANDBOX_SECRET, 'base64').toString('hex'),
    ...keys,
  ];
  const kept = [JSON.stringify(logged), timeline, await listKeyless()].join('\n');
  expect(kept).toContain('/customers');
  expect(file).toContain('chrg_test_');
  expect(file).not.toContain(body.webhook_secret);
  const texts = {
    database: await databaseText(databaseUrl),
    kept,
    file,
    log: program.output(),
    errors: refusals.join('\n'),
  };
  const leaks = Object.entries(texts).flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => [where, secret]),
  );
  expect(leaks).toEqual([]);
  expect(texts.log).toContain('/api/sandboxes/:name/reset');
});
