import request from 'supertest';
import { SEARCH_SCOPES } from '#resources/search/search-scopes.js';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { earningSide, prepare, ROUTE_REQUESTS } from './route-requests.js';
import { control, createSandbox } from './sandbox.js';

const gateway = useGateway();
let shop: Merchant;

beforeEach(async () => {
  shop = await gateway.account();
});

const PATCHES = ROUTE_REQUESTS.filter(({ route }) => route.startsWith('PATCH'));

describe('PUT', () => {
  it.each(PATCHES)('does what $route does', async (row) => {
    const side = await earningSide(gateway, shop.keys);
    await prepare(side, row);
    const { exchange } = row;
    const put = { ...exchange, request: exchange.request.replace('PATCH', 'PUT') };
    expect((await fetch(side.requestOf(put))).status).toBe(200);
  });

  it('changes an object, and is logged as PUT', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const { status, body } = await request(gateway.settings.baseUrl)
      .put(`/charges/${id}`)
      .auth(sandbox.secretKey, '')
      .send({ description: 'Order 1042' });
    expect([status, body]).toEqual([200, expect.objectContaining({ id, description: 'Order 1042' })]);
    const requests = await control(gateway).get(`/api/sandboxes/${sandbox.name}/requests?wait=60s&count=2`);
    expect((requests.body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: `/charges/${id}`, status: 200 }),
    );
  });

  it('repeats the answer of a PATCH with the same Idempotency-Key', async () => {
    const { id } = await shop.charge();
    const key = { 'Idempotency-Key': 'once' };
    await shop.patch(`/charges/${id}`, { description: 'first' }).set(key).expect(200);
    const put = shop.patch(`/charges/${id}`, { description: 'first' }).set(key);
    put.method = 'PUT';
    expect((await put).headers['idempotent-replayed']).toBe('true');
  });

  it.each(['/charges', '/balance', '/sources', '/nowhere'])('is not found at %s', async (path) => {
    const put = shop.patch(path);
    put.method = 'PUT';
    expect((await put).status).toBe(404);
  });

  it('works on the control host for the emulated API, and not for sandboxes', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    const path = `/api/sandboxes/${sandbox.name}`;
    const { body } = await control(gateway)
      .put(`${path}/api/test/charges/${id}`)
      .send({ description: 'x' })
      .expect(200);
    expect(body).toMatchObject({ id, description: 'x' });
    await control(gateway).put(path).send({ name: 'other' }).expect(404);
  });
});

describe('a search below a list', () => {
  const lists = Object.keys(SEARCH_SCOPES).map((scope) => [
    `${scope.replace(/_schedule$/, 's/schedule')}s`,
    scope,
  ]);

  it.each(lists)('finds at /%s/search what /search finds in that scope', async (list, scope) => {
    const charge = await shop.cardCharge({ description: 'shoes' });
    await shop.post(`/charges/${charge.id}/refunds`, { amount: 1 }).expect(200);
    await shop.customer({ card: (await shop.token()).id });
    await shop.link();
    await shop.transfer();
    const asked = { order: 'reverse_chronological', per_page: 5 };
    const { status, body } = await shop.get(`/${list}/search`, asked);
    const { body: found } = await shop.get('/search', { ...asked, scope });
    // Lists within objects end now.
    const withoutNow = (answer: unknown): unknown =>
      JSON.parse(JSON.stringify(answer).replaceAll(/"to":"[^"]*"/g, '"to":""'));
    expect([status, withoutNow(body)]).toEqual([200, withoutNow(found)]);
    expect(body).toMatchObject({ object: 'search', scope, per_page: 5 });
  });

  it('takes query and filters, and requires a secret key', async () => {
    const { id } = await shop.cardCharge({ description: 'red shoes' });
    await shop.cardCharge({ description: 'hat' });
    const { body } = await shop.get('/charges/search?query=shoes&filters[captured]=true&scope=link');
    expect(body).toMatchObject({ total: 1, filters: { captured: 'true' }, data: [{ id }] });
    await request(gateway.settings.baseUrl).get('/charges/search').expect(401);
    const { body: unreadable } = await shop.get('/charges/search?query=%ff');
    expect(unreadable).toMatchObject({ object: 'error', code: 'bad_request' });
    const sandbox = await createSandbox(gateway);
    const path = `/api/sandboxes/${sandbox.name}/api/test/charges/search`;
    expect((await control(gateway).get(path).expect(200)).body).toMatchObject({ scope: 'charge', total: 0 });
  });
});

describe('several slashes in a row', () => {
  it('count as one on every host', async () => {
    const { id } = await shop.charge();
    expect((await shop.get(`//charges//${id}`)).body).toMatchObject({ id });
    expect((await shop.get('//charges///?limit=1')).body).toMatchObject({ object: 'list', total: 1 });
    const { vaultUrl, plainUrls } = gateway.settings;
    const token = await request(vaultUrl).get('//tokens/tokn_test_0').auth(shop.key('public'), '');
    expect(token.body).toMatchObject({ message: 'token tokn_test_0 was not found' });
    const session = await request(plainUrls.pay)
      .get('//api//sessions/sess_test_0')
      .auth(shop.key('secret'), '');
    expect(session.body).toMatchObject({ message: 'checkout_session sess_test_0 was not found' });
  });

  it('are one in the request log', async () => {
    const sandbox = await createSandbox(gateway);
    const { id } = await sandbox.charge();
    await request(gateway.settings.baseUrl).get(`//charges//${id}`).auth(sandbox.secretKey, '').expect(200);
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/requests`)
      .query({ method: 'GET', path: `/charges/${id}`, wait: '60s' });
    expect(body).toMatchObject({ data: [{ path: `/charges/${id}`, status: 200 }] });
  });

  it('stay in queries', async () => {
    const { body } = await shop.get('//customers?from=//');
    expect(body).toMatchObject({ object: 'error', code: 'bad_request' });
    const { body: found } = await shop.get('//search?scope=customer&query=https://shop.example//a');
    expect(found).toMatchObject({ query: 'https://shop.example//a' });
  });
});

describe('the API version of the account', () => {
  it('is shown, and set to the one that is asked for or the newest', async () => {
    await shop.patch('/account/api_version', { api_version: '2015-11-17' }).expect(200);
    const { body, headers } = await shop.get('/account/api_versions').expect(200);
    expect(body).toEqual((await shop.get('/account')).body);
    expect([body, headers['omise-version']]).toEqual([
      expect.objectContaining({ object: 'account', api_version: '2015-11-17' }),
      '2015-11-17',
    ]);
    await shop.patch('/account/api_version').expect(200);
    expect((await shop.get('/account')).body).toMatchObject({ api_version: '2019-05-29' });
    const { status, body: refused } = await shop.patch('/account/api_version', { api_version: '2020-01-01' });
    expect([status, refused]).toEqual([
      400,
      expect.objectContaining({
        message: 'api_version must be one of 2014-07-27, 2015-11-17, 2017-11-02, 2019-05-29',
      }),
    ]);
  });
});
