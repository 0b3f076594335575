import { Client } from 'pg';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const gateway = useOwnGateway();
let merchant: Merchant;
let admin: Client;

beforeAll(async () => {
  merchant = await gateway.account();
  admin = new Client({ connectionString: gateway.databaseUrl });
  await admin.connect();
});

afterAll(() => admin.end());

/** Like a demoted primary or a server under maintenance: existing connections are closed. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query(`ALTER DATABASE ${admin.database} SET default_transaction_read_only = ${value}`);
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

describe('a read-only database', () => {
  it('makes no host ready, rejects writes with 503, answers reads, and recovers', async () => {
    const { id, authorize_uri: page } = await merchant.charge();
    const { baseUrl, vaultUrl, payUrl } = gateway.settings;
    const readiness = async (): Promise<string[]> => {
      const answers = await Promise.all(
        [baseUrl, vaultUrl, payUrl].map((url) => request(url).get('/readyz')),
      );
      return answers.map(({ status, body }) => `${status} ${(body as { message?: string }).message ?? ''}`);
    };
    const all = (said: string) => async (): Promise<boolean> =>
      (await readiness()).every((one) => one === said);
    const complaint = async (): Promise<string> => (await readiness()).join(', ');
    expect(await all('200 ')()).toBe(true);

    await setReadOnly('on');
    await until(all('503 the database does not accept writes'), complaint);
    for (const key of ['', 'order-1']) {
      const { status, headers, body } = await merchant
        .post('/charges', {
          amount: 2000,
          currency: 'MYR',
          'source[type]': 'boost',
          return_uri: 'https://shop.example/',
        })
        .set(key === '' ? {} : { 'Idempotency-Key': key });
      expect([status, headers['retry-after'], body]).toEqual([
        503,
        '1',
        expect.objectContaining({ code: 'service_unavailable' }),
      ]);
    }
    expect(await merchant.retrieve(id)).toMatchObject({ id, status: 'pending' });
    const customer = { Accept: 'text/html', 'Accept-Language': 'th' };
    const click = await request(page).post('').set(customer).type('form').send({ outcome: 'successful' });
    expect([click.status, click.headers['retry-after'], click.text]).toEqual([
      503,
      '1',
      expect.stringContaining('ไม่พร้อมให้บริการในขณะนี้'),
    ]);

    await setReadOnly('off');
    await until(all('200 '), complaint);
    expect((await merchant.post(`/charges/${id}/mark_as_paid`)).status).toBe(200);
  });
});
