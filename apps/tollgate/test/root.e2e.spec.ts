import request from 'supertest';
import { useGateway } from './harness.js';

const gateway = useGateway();

describe('the root of', () => {
  const urls = (): Record<string, string> => {
    const { baseUrl: api, vaultUrl: vault, payUrl: pay, controlUrl: control } = gateway.settings;
    return { api, vault, pay, control };
  };

  it.each(['api', 'vault', 'pay', 'control'])(
    'the %s host describes itself and links to the others',
    async (host) => {
      const { api, vault, pay, control } = urls();
      const { status, body } = await request(urls()[host] ?? '').get('/');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: 'Tollgate',
        api_url: api,
        vault_url: vault,
        pay_url: pay,
        control_url: control,
        docs_url: `${api}/docs`,
        plain_urls: gateway.settings.plainUrls,
      });
    },
  );

  it.each(['api', 'vault', 'pay'])('the %s host is a page with links in a browser', async (host) => {
    const { status, text, headers } = await request(urls()[host] ?? '')
      .get('/')
      .set('Accept', 'text/html,*/*;q=0.8');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
    const { api, vault, pay, control } = urls();
    for (const link of [api, vault, pay, control, `${api}/docs`])
      expect(text).toContain(`<a href="${link}">`);
  });
});

describe('an unknown path', () => {
  it('of tokens on the API has an error that names the vault', async () => {
    const { baseUrl, vaultUrl } = gateway.settings;
    const message = `POST /tokens was not found; tokens are at the vault, ${vaultUrl}`;
    const { status, body } = await request(baseUrl)
      .post('/tokens')
      .auth('pkey_test_tollgate', '')
      .send({ card: {} });
    expect({ status, ...(body as object) }).toMatchObject({ status: 404, code: 'not_found', message });
    expect((await request(baseUrl).get('/tokens/tokn_test_1')).body).toMatchObject({
      message: expect.stringContaining(vaultUrl) as string,
    });
    expect((await request(vaultUrl).get('/nowhere')).body).toMatchObject({
      message: 'GET /nowhere was not found',
    });
  });

  it.each(['/charges/found', '/customers/found', '/disputes/lost'])(
    'includes %s, whose last part is not an id',
    async (path) => {
      const shop = await gateway.account();
      const message = `GET ${path} was not found`;
      expect(await shop.get(path)).toMatchObject({ status: 404, body: { code: 'not_found', message } });
      // As for any path that is not there, no key is looked at.
      expect((await request(gateway.settings.baseUrl).get(path)).status).toBe(404);
    },
  );

  it('returns an HTML page on the host of the payment pages', async () => {
    const { status, headers } = await request(gateway.settings.payUrl).get('/linked_accounts/word/register');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('does not include one that could end with an id', async () => {
    const shop = await gateway.account();
    expect((await shop.get('/charges/chrg_nothing')).body).toMatchObject({
      message: 'charge chrg_nothing was not found',
    });
  });
});
