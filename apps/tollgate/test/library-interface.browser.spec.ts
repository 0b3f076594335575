import type { Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { useShop } from './shop-pages.js';

/** Parts of the library's interface beside payments: return values and events. */
describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the browser library', () => {
  const gateway = useOwnGateway();
  const pages = useShop();
  const newTab = useTabs();
  let page: Page;
  const complaints: string[] = [];

  beforeEach(async () => {
    page = await newTab();
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const library = (attributes = ''): string =>
    `<script src="${gateway.settings.payUrl}/omise.js" ${attributes}></script>`;
  const tag = `data-key="pkey_test_tollgate" data-amount="20000" data-currency="THB"`;
  const open = async (body: string): Promise<void> => void (await page.goto(pages.page(body)));
  /** The form's message after a payment. */
  const paid = `dispatchEvent(new MessageEvent('message', {
    source: OmiseCard.app.iframe.contentWindow, data: JSON.stringify({ type: 'CLOSE_AND_SEND_TOKEN', data: 'tokn_test_1' }) }))`;

  it('returns the buttons that it attaches, and keeps their labels', async () => {
    await open(
      `<form><button id="own">Order <b>now</b></button><button id="empty"></button><button id="labelled">Order</button></form>${library()}`,
    );
    const texts = await page.evaluate(`OmiseCard.configure({ publicKey: 'pkey_test_tollgate' });
      OmiseCard.configureButton('#own', { amount: 100 }); OmiseCard.configureButton('#empty'); OmiseCard.configureButton('#labelled', { buttonLabel: 'Buy' });
      OmiseCard.attach().map(({ id, innerHTML }) => [id, innerHTML])`);
    expect(texts).toEqual([
      ['own', 'Order <b>now</b>'],
      ['empty', 'Pay with Omise'],
      ['labelled', 'Buy'],
    ]);
  });

  it('adds one button for a script tag, even in a page that loads it twice', async () => {
    await open(`<form>${library(tag)}</form><form>${library(tag)}</form>`);
    expect(await page.locator('.omise-checkout-button').count()).toBe(1);
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('submits the form of its script tag, even if the page opens it by itself', async () => {
    await open(`<form method="post" action="/orders">${library(tag)}</form>`);
    await page.evaluate(`OmiseCard.open({}); ${paid}`);
    await page.locator('#thanks').waitFor();
    expect(pages.sent.at(-1)?.get('omiseToken')).toBe('tokn_test_1');
  });

  it('reports its frame’s state in return values and callbacks', async () => {
    await open(library());
    expect(
      await page.evaluate(
        `[Omise.publicKey, Omise.setPublicKey('pkey_test_tollgate'), OmiseCard.open({}), OmiseCard.close()]`,
      ),
    ).toEqual([null, 'pkey_test_tollgate', false, false]);
    const told = await page.evaluate(`new Promise((resolve) => {
      const told = [];
      addEventListener('iframeLoaded', () => told.push('loaded'));
      OmiseCard.configure({ publicKey: 'pkey_test_tollgate', onFormClosed: (iframe) => resolve([...told, 'closed', iframe === OmiseCard.app.iframe]) });
      told.push(OmiseCard.app.settings.cardHost === OmiseCard.settings.cardHost, OmiseCard.app.iframeLoaded);
      told.push(OmiseCard.open({}, (iframe) => { told.push('open', iframe.id, OmiseCard.app.iframeLoaded, OmiseCard.close()); }));
    })`);
    expect(told).toEqual([
      true,
      false,
      true,
      'loaded',
      'open',
      'omise-checkout-iframe-app',
      true,
      true,
      'closed',
      true,
    ]);
  });

  it('escapes a page’s texts, and loads only web images that it names', async () => {
    const label = '<img src="/leak" onerror="alert(1)">';
    const leaks: string[] = [];
    page.on('request', (call) => void (call.url().includes('leak') && leaks.push(call.url())));
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    const ground = `url(${gateway.settings.payUrl}/leak)`;
    await open(`${library()}<script>OmiseCard.configure({ publicKey: 'pkey_test_tollgate', amount: 20000, frameLabel: '${label}', submitLabel: '${label}', image: 'javascript:leak()',
      locale: '__proto__', otherPaymentMethods: 'constructor __proto__', style: { fontFamily: 'x; } body { background: ${ground} }', input: { background: '${ground}' } } });
      OmiseCard.open({});</script>`);
    const form = page.frameLocator('#omise-checkout-iframe-app');
    expect(await form.getByTestId('submit-button').textContent()).toBe(`${label} 200.00 THB`);
    expect(await form.locator('h1').textContent()).toBe(label);
    expect([leaks, messages]).toEqual([[], []]);
  });

  it('calls back again after the callback of a source threw, and not after that of a token', async () => {
    await open(library());
    const told = await page.evaluate(`new Promise((resolve) => {
      const told = [];
      Omise.setPublicKey('pkey_test_tollgate');
      addEventListener('unhandledrejection', (event) => { event.preventDefault(); resolve([...told, event.reason.message]); });
      Omise.createSource('promptpay', { amount: 20000, currency: 'THB' }, (status, response) => {
        told.push([status, response.object ?? response]);
        if (status === 200) throw new Error('of the page');
        Omise.createToken('card', {}, (...answer) => { told.push(answer[0]); throw new Error('of the page too'); });
      });
    })`);
    expect(told).toEqual([
      [200, 'source'],
      [0, { code: 'create_source_error', error: 'of the page' }],
      400,
      'of the page too',
    ]);
  });
});
