import request from 'supertest';
import { hostPorts } from '../../../proof/rig/ports.js';
import { startProgram, type Program } from '../../../proof/rig/program.js';
import { until } from '#platform/testing/until.js';
import { openGateway } from './harness.js';
import { createDatabase } from './test-database.js';

/** An address for users, which no process reaches, as with containers. */
const PUBLIC_URL = 'http://tollgate.invalid:7403';

describe('an inbox whose CONTROL_URL is for users only', () => {
  let processes: readonly Program[] = [];

  afterAll(async () => {
    for (const { child } of processes) child.kill('SIGTERM');
    await Promise.all(processes.map((program) => program.ended()));
  });

  it('receives webhooks of the worker, and of the control host, at INBOX_URL', async () => {
    const ports = await hostPorts();
    const [api, own] = [`http://127.0.0.1:${ports.API_PORT}`, `http://127.0.0.1:${ports.CONTROL_PORT}`];
    const settings = {
      ...{ DATABASE_URL: await createDatabase(), LOG_LEVEL: 'warn', ...ports },
      ...{ CONTROL_URL: PUBLIC_URL, INBOX_URL: own },
    };
    processes = ['api', 'control', 'worker'].map((part) => startProgram(settings, `apps/${part}/main.js`));
    for (const url of [api, own])
      await until(
        async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true,
        () => `not ready: ${processes.map((program) => program.output()).join('\n')}`,
      );
    const sandbox = (await request(own).post('/api/sandboxes').send({ name: 'shop' })).body;
    const key = sandbox.test.secret_key as string;
    const self = request.agent(own).auth(key, '');
    const { url } = (await self.put('/api/sandboxes/self/inbox/shop')).body;
    expect(url).toMatch(/^http:\/\/tollgate\.invalid:7403\/inbox\/shop\/[0-9a-f]{32}$/);
    await self.patch('/api/sandboxes/self').send({ webhook_uri: url }).expect(200);
    const source = { type: 'promptpay' };
    await request(api)
      .post('/charges')
      .auth(key, '')
      .send({ amount: 2000, currency: 'THB', source })
      .expect(200);
    const inbox = '/api/sandboxes/self/inbox/shop';
    expect((await self.get(`${inbox}?wait=60s`)).body.data).toMatchObject([
      { status: 200, headers: { host: 'tollgate.invalid:7403', 'tollgate-trigger': 'schedule' } },
    ]);
    const [delivery] = (await self.get('/api/sandboxes/self/deliveries?status=delivered&wait=60s')).body.data;
    const again = await self.post(`/api/sandboxes/self/deliveries/${delivery.id}/redeliver`);
    expect(again.body).toMatchObject({ trigger: 'manual', uri: url, answer: { status: 200 }, error: null });
  });

  it('receives webhooks and exams of a Tollgate in one process without INBOX_URL', async () => {
    const gateway = await openGateway({ CONTROL_URL: PUBLIC_URL });
    const own = `http://127.0.0.1:${gateway.settings.controlPort}`;
    const sandbox = (await request(own).post('/api/sandboxes').send({ name: 'shop' })).body;
    const self = request.agent(own).auth(sandbox.test.secret_key as string, '');
    const { url } = (await self.put('/api/sandboxes/self/inbox/shop')).body;
    await self.patch('/api/sandboxes/self').send({ webhook_uri: url }).expect(200);
    await self.post('/api/sandboxes/self/webhooks/test').expect(200);
    const { data } = (await self.get('/api/sandboxes/self/inbox/shop?wait=60s')).body;
    expect(data).toMatchObject([{ status: 200 }]);
    const exams = '/api/sandboxes/self/exams';
    const { id } = (await self.post(exams).send({ receiver: url, only: 'genuine-event', start: '0s' })).body;
    const exam = await self.get(`${exams}/${id as string}?wait=30s`);
    expect(exam.body).toMatchObject({ status: 'ended', problem: null, counts: { passed: 1 } });
  });
});
