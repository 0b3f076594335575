import request from 'supertest';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';

const first = useOwnGateway();
const second = useOwnGateway();

let ofFirst: Merchant;
let ofSecond: Merchant;

beforeAll(async () => {
  ofFirst = await first.account();
  ofSecond = await second.account();
});

describe('two gateways in one process, each with its own database,', () => {
  it('accept their own keys', async () => {
    for (const merchant of [ofFirst, ofSecond]) {
      expect((await merchant.get('/account')).body).toMatchObject({ id: `account_test_${merchant.id}` });
      expect(await merchant.cardCharge()).toMatchObject({ status: 'successful' });
    }
  });

  it.each([
    ['the first', first, () => ofSecond],
    ['the second', second, () => ofFirst],
  ])('reject keys of the other: %s', async (_name, { settings }, stranger) => {
    const answers = await Promise.all([
      request(settings.baseUrl).get('/account').auth(stranger().key('secret'), ''),
      request(settings.baseUrl).get('/capability').auth(stranger().key('public'), ''),
      request(settings.vaultUrl).post('/tokens').auth(stranger().key('public'), ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
