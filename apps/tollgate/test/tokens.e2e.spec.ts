import request from 'supertest';
import { openGateway, type Gateway, type Merchant } from './harness.js';

let gateway: Gateway;
let merchant: Merchant;

beforeAll(async () => {
  gateway = await openGateway();
  merchant = await gateway.account();
});

afterAll(() => gateway.close());

describe('GET /tokens/{id}', () => {
  it('answers what was made', async () => {
    const made = await merchant.token();
    const { status, body } = await request(gateway.settings.vaultUrl).get(`/tokens/${made.id}`).auth(merchant.key('public'), '');
    expect(status).toBe(200);
    expect(body).toEqual(made);
  });
});
