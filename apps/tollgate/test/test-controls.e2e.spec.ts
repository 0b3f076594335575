import request from 'supertest';
import type { ChargeBody } from './answers.js';
import { openGateway, useGateway, type Gateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { createSandbox } from './sandbox.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const show = (uri: string): request.Test => request(uri).get('').set('Accept-Language', 'en');
const choose = (uri: string, form: object): request.Test =>
  request(uri).post('').set('Accept', 'text/html,*/*;q=0.8').type('form').redirects(0).send(form);

const testIds = (html: string): string[] =>
  [...html.matchAll(/data-testid="([\w-]+)"/g)].map(([, id]) => id ?? '');
/** Everything outside the tester's part. */
const customersPart = (html: string): string =>
  html.replace(/<section class="controls"[\s\S]*?<\/section>/, '');
/** The page's move without scripts. */
const refreshOf = (html: string): string | undefined =>
  /<noscript><meta http-equiv="refresh" content="([^"]*)"><\/noscript>/.exec(html)?.[1];

/** Begins a PromptPay payment of a link, and answers the page where its customer waits. */
async function waitingAtLink(
  mode: 'test' | 'live' = 'test',
): Promise<{ uri: string; page: string; charge: ChargeBody }> {
  const { id, payment_uri: uri } = await merchant.link({}, mode);
  const { headers } = await choose(uri, { method: 'promptpay' });
  const { body } = await merchant.get(`/links/${id}/charges`, {}, mode);
  const [charge] = (body as { data: ChargeBody[] }).data;
  return { uri, page: `${uri}${headers['location']}`, charge: charge as ChargeBody };
}

describe('test controls', () => {
  it.each(['test', 'live'] as const)(
    'are separate from the customer’s part in test mode, and absent in live mode: %s',
    async (mode) => {
      const { text: payment } = await show((await merchant.kbankCharge({}, mode)).authorize_uri);
      const { text: registration } = await show((await merchant.linkedAccount({}, mode)).registration_uri);
      const { text: waiting } = await show((await waitingAtLink(mode)).page);
      for (const [html, buttons] of [
        [payment, ['failure-code', 'refuse', 'expire', 'charge']],
        [registration, ['failure-code', 'refuse', 'linked-account']],
        [waiting, ['approve', 'failure-code', 'refuse', 'expire', 'charge']],
      ] as const) {
        expect(testIds(html).includes('test-controls')).toBe(mode === 'test');
        const [inPart, inCard] = [testIds(html), testIds(customersPart(html))];
        if (mode === 'test')
          for (const id of buttons)
            expect([id, inPart.includes(id), inCard.includes(id)]).toEqual([id, true, false]);
        else for (const id of ['approve', 'failure-code', 'expire']) expect(inPart).not.toContain(id);
      }
      // A page with a button that pays or registers at once has no second one.
      for (const html of [payment, registration]) expect(testIds(html)).not.toContain('approve');
      // In live mode the customer may still decline.
      expect(testIds(customersPart(payment)).includes('refuse')).toBe(mode === 'live');
    },
  );

  it('expire a charge', async () => {
    const charge = await merchant.kbankCharge();
    const { status, headers } = await choose(charge.authorize_uri, { outcome: 'expired' });
    expect([status, headers['location']]).toEqual([303, charge.authorize_uri]);
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'expired' });
    expect((await choose(charge.authorize_uri, { outcome: 'successful' })).headers['location']).toBe(
      charge.authorize_uri,
    );
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'expired' });
  });

  it('do not change an ended charge', async () => {
    const charge = await merchant.kbankCharge();
    await merchant.post(`/charges/${charge.id}/mark_as_paid`);
    expect((await choose(charge.authorize_uri, { outcome: 'expired' })).headers['location']).toBe(
      charge.authorize_uri,
    );
    expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'successful' });
  });

  it('are rejected in live mode', async () => {
    const charge = await merchant.kbankCharge({}, 'live');
    expect((await choose(charge.authorize_uri, { outcome: 'expired' })).status).toBe(400);
    const waiting = await waitingAtLink('live');
    expect((await choose(waiting.uri, { charge: waiting.charge.id, outcome: 'successful' })).status).toBe(
      400,
    );
    for (const { id } of [charge, waiting.charge]) {
      expect((await merchant.get(`/charges/${id}`, {}, 'live')).body).toMatchObject({ status: 'pending' });
    }
  });

  it('approve a card payment without its one-time password', async () => {
    const sandbox = await createSandbox(gateway, { three_d_secure: true, three_d_secure_challenge: 'otp' });
    const charge = await sandbox.cardCharge({ return_uri: 'https://shop.example/return' });
    const { text } = await show(charge['authorize_uri'] as string);
    const form =
      /<form method="post">(?:(?!<\/form>)[\s\S])*data-testid="approve"/
        .exec(text)?.[0]
        .split('<form')
        .at(-1) ?? '';
    const sent = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    await choose(charge['authorize_uri'] as string, sent);
    expect((await sandbox.get(`/charges/${charge.id}`)).body).toMatchObject({ status: 'successful' });
  });
});

describe('a waiting payment page', () => {
  it('reloads until the payment has ended, without scripts only until a tester stops that', async () => {
    const { page, charge } = await waitingAtLink();
    const { text } = await show(page);
    expect(refreshOf(text)).toBe(`3; url=?charge=${charge.id}`);
    expect(text).toContain(`data-poll="?charge=${charge.id}" data-after-ms="3000"`);
    expect(text).toContain(`<noscript><a class="button plain" href="?charge=${charge.id}&amp;steady"`);
    const { text: steady } = await show(`${page}&steady`);
    expect([refreshOf(steady), testIds(steady).includes('failure-code')]).toEqual([undefined, true]);
    expect(steady).not.toMatch(/<main[^>]* data-poll/);
    await merchant.post(`/charges/${charge.id}/mark_as_paid`);
    const { text: ended } = await show(page);
    expect([refreshOf(ended), ended.includes('data-status="successful"')]).toEqual([undefined, true]);
  });

  it.each([
    [{ outcome: 'successful' }, { status: 'successful' }],
    [
      { outcome: 'failed', failure_code: 'insufficient_fund' },
      { status: 'failed', failure_code: 'insufficient_fund' },
    ],
    [{ outcome: 'expired' }, { status: 'expired' }],
  ])('of a link can be ended by a tester: %j', async (form, ended) => {
    const { uri, charge } = await waitingAtLink();
    const { status, headers } = await choose(uri, { charge: charge.id, ...form });
    expect([status, headers['location']]).toEqual([303, `?charge=${charge.id}`]);
    expect(await merchant.retrieve(charge.id)).toMatchObject(ended);
  });

  it('of a link ends only its own payments, with failure codes of sources', async () => {
    const [one, other] = [await waitingAtLink(), await waitingAtLink()];
    expect((await choose(one.uri, { charge: other.charge.id, outcome: 'successful' })).status).toBe(404);
    expect(
      (await choose(one.uri, { charge: one.charge.id, outcome: 'failed', failure_code: 'expired_card' }))
        .status,
    ).toBe(400);
    expect((await choose(one.uri, { charge: one.charge.id, outcome: 'maybe' })).status).toBe(400);
    for (const { charge } of [one, other])
      expect(await merchant.retrieve(charge.id)).toMatchObject({ status: 'pending' });
  });

  it('of a code reloads until the payment was made elsewhere, then redirects to the shop', async () => {
    const shop = 'https://shop.example/?order=1042';
    const form = { 'source[type]': 'promptpay', amount: 2_000, currency: 'THB', return_uri: shop };
    const { id, authorize_uri: uri } = await merchant.charge(form);
    const next = uri.replace(/\?.*/, '?waited');
    expect([refreshOf((await show(uri)).text), refreshOf((await show(next)).text)]).toEqual([
      '3; url=?waited',
      '3; url=?waited',
    ]);
    const { text: steady } = await show(uri.replace(/\?.*/, '?steady'));
    expect(refreshOf(steady)).not.toBe('3; url=?waited');
    expect(testIds(steady)).toContain('failure-code');
    await merchant.post(`/charges/${id}/mark_as_paid`);
    const { text: ended } = await show(next);
    expect([refreshOf(ended), ended.includes('data-status="successful"')]).toEqual([`3; url=${shop}`, true]);
    expect(refreshOf((await show(uri)).text)).toBeUndefined();
  });

  it('of a checkout session redirects to the shop, after a moment if it has waited', async () => {
    const session = await merchant.session();
    await choose(session.redirect_url, { method: 'promptpay' });
    expect(refreshOf((await show(session.redirect_url)).text)).toBe('3; url=?waited');
    const { headers } = await choose(session.redirect_url, { outcome: 'successful' }).set(
      'Origin',
      gateway.settings.payUrl,
    );
    expect(headers['location']).toBe('?return');
    const { payments } = await merchant.retrieveSession(session.id);
    const shop = `https://shop.example/complete?chargeId=${payments[0]?.charge_id}`;
    expect(payments).toMatchObject([{ status: 'successful' }]);
    expect(refreshOf((await show(`${session.redirect_url}?waited`)).text)).toBe(`3; url=${shop}`);
    expect(refreshOf((await show(`${session.redirect_url}?return`)).text)).toBe(`0; url=${shop}`);
    expect(refreshOf((await show(session.redirect_url)).text)).toBeUndefined();
  });

  it('of a checkout session shows its expiry', async () => {
    const session = await merchant.session();
    await choose(session.redirect_url, { method: 'promptpay' });
    const { headers } = await choose(session.redirect_url, { outcome: 'expired' });
    expect(headers['location']).toBe(session.redirect_url);
    expect((await show(session.redirect_url)).text).toContain('data-status="expired"');
    expect((await choose((await merchant.session()).redirect_url, { outcome: 'successful' })).status).toBe(
      404,
    );
  });
});

describe('the console link', () => {
  /** The link that the page of a charge of a sandbox has at `of`, and where it should lead. */
  const linkOf = async (
    host: string,
    of: Gateway = gateway,
  ): Promise<[link: string | undefined, place: string]> => {
    const sandbox = await createSandbox(gateway);
    const { id, authorize_uri: uri } = await sandbox.charge();
    const { text } = await show(uri.replace(gateway.settings.payUrl, of.settings.payUrl)).set('Host', host);
    const [, link] = /<a href="([^"]*)"[^>]*data-testid="open-console"/.exec(text) ?? [];
    return [link, `${of.settings.controlUrl}/#/sandboxes/${sandbox.name}/test/payments/${id}`];
  };

  it.each(['localhost:7402', '127.0.0.1', '[::1]:7402'])(
    'is shown to a browser on the same machine: %s',
    async (host) => {
      const [link, place] = await linkOf(host);
      expect(link).toBe(place);
    },
  );

  it.each(['192.168.1.5:7402', 'pay.example'])('is hidden from other browsers: %s', async (host) => {
    expect((await linkOf(host))[0]).toBeUndefined();
  });

  it('is shown to all browsers if CONTROL_URL is set', async () => {
    const own = await openGateway({
      CONTROL_URL: 'https://console.example',
      DATABASE_URL: gateway.databaseUrl,
    });
    const [link, place] = await linkOf('192.168.1.5:7402', own);
    expect(link).toBe(place);
  });
});
