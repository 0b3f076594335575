import request from 'supertest';
import { askForFault, failureOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { ORDER } from './merchant.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
});

/** Makes one with the secret key; answers its id. */
const made = async (path: string, form: object): Promise<string> =>
  ((await sandbox.post(path, form).expect(200)).body as { id: string }).id;
const session = (): request.Test =>
  request(gateway.settings.payUrl).post('/api/sessions').auth(sandbox.secretKey, '').send(ORDER);
const link = (title: string): Promise<string> =>
  made('/links', { amount: 100_000, currency: 'THB', title, description: 'Shoes' });

describe('a fault on answers', () => {
  it('hits checkout sessions', async () => {
    await setFault(sandbox, {
      on: 'api',
      name: 'once',
      match: { route: 'POST /api/sessions' },
      do: { status: 503 },
    });
    const { status, headers } = await session();
    expect([status, headers['tollgate-fault']]).toEqual([503, 'once']);
    await session().expect(200);
  });

  it('hits calls for one transfer', async () => {
    await sandbox.cardCharge({ amount: 1_000_000 });
    const [hit, spared] = [
      await made('/transfers', { amount: 50_000 }),
      await made('/transfers', { amount: 50_000 }),
    ];
    await setFault(sandbox, {
      on: 'api',
      match: { object: hit, route: 'POST /transfers/{id}/mark_as_sent' },
      when: 'after',
      do: { status: 500 },
    });
    await sandbox.get(`/transfers/${hit}`).expect(200);
    await sandbox.post(`/transfers/${spared}/mark_as_sent`).expect(200);
    await sandbox.post(`/transfers/${hit}/mark_as_sent`).expect(500);
    expect((await sandbox.get(`/transfers/${hit}`)).body).toMatchObject({ sent: true });
  });

  it('matches the metadata of any object in the path', async () => {
    const id = await made('/customers', { email: 'somchai@shop.example', metadata: { order: '1042' } });
    const other = await made('/customers', { email: 'anong@shop.example', metadata: { order: '1043' } });
    await setFault(sandbox, { on: 'api', match: { metadata: { order: '1042' } }, do: { status: 503 } });
    await sandbox.get(`/customers/${other}`).expect(200);
    await sandbox.get(`/customers/${id}`).expect(503);
  });

  it('is named in the log of a request without a response', async () => {
    await setFault(sandbox, {
      on: 'api',
      name: 'cut',
      match: { route: 'GET /links' },
      do: { disconnect: true },
    });
    expect(await failureOf(sandbox.get('/links'))).toBe('ECONNRESET');
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests`)
      .query({ wait: '60s', count: 1 })
      .expect(200);
    expect(body).toMatchObject({ data: [{ path: '/links', status: null, fault: 'cut' }] });
  });
});

it('a fault on payments hits payments of one link', async () => {
  const [hit, spared] = [await link('Order 1042'), await link('Order 1043')];
  await setFault(sandbox, { on: 'payment', match: { object: hit }, do: { fail: 'insufficient_fund' } });
  const pay = async (id: string): Promise<unknown> => {
    const { body } = await sandbox.get(`/links/${id}`);
    const { body: token } = await request(gateway.settings.vaultUrl)
      .post('/tokens')
      .auth(sandbox.body.test.public_key, '')
      .send({
        card: {
          number: '4242424242424242',
          expiration_month: 12,
          expiration_year: 2040,
          name: 'Somchai',
          security_code: '123',
        },
      });
    await request((body as { payment_uri: string }).payment_uri)
      .post('')
      .type('form')
      .send({ method: 'card', card: (token as { id: string }).id });
    const { body: paid } = await sandbox.get(`/links/${id}/charges`);
    return (paid as { data: { status: string; failure_code: string | null }[] }).data.map((charge) => [
      charge.status,
      charge.failure_code,
    ]);
  };
  expect(await pay(spared)).toEqual([['successful', null]]);
  expect(await pay(hit)).toEqual([['failed', 'insufficient_fund']]);
});

it('concurrent requests cannot exceed a sandbox’s maximum of faults', async () => {
  const set = async (count: number): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => askForFault(sandbox, { on: 'api', do: { status: 503 } })),
    );
    return answers.map(({ status }) => status).toSorted();
  };
  for (let batch = 0; batch < 9; batch += 1) await set(10);
  expect(await set(15)).toEqual([...Array<number>(10).fill(200), ...Array<number>(5).fill(400)]);
});
