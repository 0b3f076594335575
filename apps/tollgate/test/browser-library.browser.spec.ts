import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useShop } from './shop-pages.js';

const FORM = '#omise-checkout-iframe-app';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIOLATIONS = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`;
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('main, main *')]
  .filter((element) => getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.outerHTML)`;

describeWhere(CHROMIUM !== undefined, 'chromium is not installed', 'the browser library in a shop', () => {
  const gateway = useOwnGateway();
  const pages = useShop();
  const newTab = useTabs();
  let shop: Merchant;

  beforeAll(async () => {
    shop = await gateway.account();
  });

  /** The console has no errors, and all requests stay on this machine. */
  const open = async (body: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await newTab(options);
    page.on('request', (call) => {
      if (!['127.0.0.1', 'localhost', ''].includes(new URL(call.url()).hostname))
        complaints.push(`asks ${call.url()}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(pages.page(body));
    return page;
  };
  const complaints: string[] = [];
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const library = (name = 'omise.js'): string => `<script src="${gateway.settings.payUrl}/${name}"></script>`;
  const run = (script: string): string => `<script>${script}</script>`;
  const key = (): string => shop.key('public');
  const typeCard = async (
    form: FrameLocator,
    number = '4242424242424242',
    expiry = '1232',
  ): Promise<void> => {
    await form.getByTestId('card-number').pressSequentially(number);
    await form.getByTestId('card-holder-name').fill('Somchai Prasert');
    await form.getByTestId('expiryDate').pressSequentially(expiry);
    await form.getByTestId('securityCode').fill('123');
  };
  const frameOf = (page: Page): Frame => {
    const frame = page.frames().find((one) => one.url().endsWith('/pay.html'));
    if (!frame) throw new Error('the form has no frame');
    return frame;
  };
  /** The brands whose icons are beside the number. */
  const iconsOf = async (form: FrameLocator): Promise<unknown> => {
    const icons = await form.getByTestId('brand-icons').getByRole('img').all();
    return Promise.all(icons.map((icon) => icon.getAttribute('aria-label')));
  };
  /** The value of `window.got`, which scripts of the page set. */
  const got = async (page: Page): Promise<unknown> => (await page.waitForFunction('window.got')).jsonValue();
  const paid = (form: object): Promise<object> =>
    shop.cardCharge({ amount: 20_000, currency: 'THB', ...form });

  it('adds a button for its script tag, and submits the page’s form', async () => {
    const tag = `<script src="${gateway.settings.payUrl}/omise.js?ver=7" data-key="${key()}" data-amount="20000" data-currency="THB"
      data-button-label="Buy it" data-frame-label="Somchai's" data-submit-label="Pay now"></script>`;
    const page = await open(
      `<form method="post" action="/buy">${tag}<input name="order" value="1042"></form>`,
    );
    expect(await page.locator('.omise-checkout-button').textContent()).toBe('Buy it');
    await page.locator('.omise-checkout-button').click();
    const form = page.frameLocator(FORM);
    await typeCard(form);
    expect(await form.getByTestId('card-number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await form.getByTestId('expiryDate').inputValue()).toBe('12/32');
    expect(await form.getByTestId('card-brand').getByRole('img').getAttribute('aria-label')).toBe('Visa');
    expect(await iconsOf(form)).toEqual(['Visa', 'MasterCard']);
    expect(await form.getByTestId('submit-button').textContent()).toBe('Pay now 200.00 THB');
    await form.getByTestId('submit-button').click();
    await page.locator('#thanks').waitFor();
    const sent = pages.sent.at(-1);
    expect([sent?.get('order'), sent?.get('omiseSource')]).toEqual(['1042', '']);
    expect(await paid({ card: sent?.get('omiseToken') })).toMatchObject({
      status: 'successful',
      card: { last_digits: '4242' },
    });
  });

  it('shows a test-mode badge without growing in the page', async () => {
    const script = (mode: 'test' | 'live', element: string): string =>
      run(
        `OmiseCard.configure({ publicKey: '${shop.key('public', mode)}', amount: 20000, currency: 'THB', locale: 'en', ${element} }); OmiseCard.open({});`,
      );
    for (const [mode, marks] of [
      ['test', ['Test mode']],
      ['live', []],
    ] as const) {
      const over = (await open(`${library()}${script(mode, '')}`)).frameLocator(FORM);
      await over.getByTestId('submit-button').waitFor();
      expect([mode, await over.getByTestId('mode').allTextContents()]).toEqual([mode, marks]);
      const inPage = "element: document.getElementById('card'), customCardForm: true, brandIcons: []";
      const page = await open(
        `<div id="card" style="height: 258px"></div>${library()}${script(mode, inPage)}`,
      );
      const form = page.frameLocator(`#card ${FORM}`);
      await form.getByTestId('card-number').waitFor();
      expect([mode, await form.getByTestId('mode').allTextContents()]).toEqual([mode, marks]);
      const heights = await frameOf(page).evaluate(
        "[...document.querySelectorAll('.head')].slice(0, 2).map((head) => head.offsetHeight)",
      );
      expect(new Set(heights as number[]).size).toBe(1);
    }
  });

  it('opens from buttons of the page, each with its own options', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', currency: 'THB', submitAuto: 'no', onCreateTokenSuccess: (got) => { window.got = got; } });
      OmiseCard.configureButton('#buy', { amount: 20000, buttonLabel: 'Buy' });
      OmiseCard.attach();`;
    const page = await open(
      `<form><button id="buy"></button></form>${library('omise.min.js.gz')}${run(script)}`,
    );
    await page.locator('#buy').click();
    const form = page.frameLocator(FORM);
    await typeCard(form, '5555555555554444');
    await form.getByTestId('submit-button').click();
    expect(await got(page)).toMatch(/^tokn_test_/);
    expect(await page.locator('input[name=omiseToken]').inputValue()).toBe(await got(page));
    await page.locator(FORM).waitFor({ state: 'hidden' });
  });

  it('offers the shop’s methods, and returns a source', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}' });
      OmiseCard.open({ amount: 150000, currency: 'THB', otherPaymentMethods: 'internet_banking(bay, bbl) promptpay truemoney nonsense alipay',
        onCreateTokenSuccess: (got) => { window.got = got; } });`;
    const page = await open(`${library()}${run(script)}`);
    const form = page.frameLocator(FORM);
    await form.getByTestId('method-truemoney').check();
    const offered = `[...document.querySelectorAll('input[type=radio]')].map(({ value }) => value)`;
    const named = [
      'card',
      'internet_banking_bay',
      'internet_banking_bbl',
      'promptpay',
      'truemoney',
      'alipay',
    ];
    expect(await frameOf(page).evaluate(offered)).toEqual(named);
    await form.getByTestId('submit-button').click();
    expect(await form.locator('.problem:not(:empty)').textContent()).toBe('Please fill this in');
    await form.getByTestId('phone_number').fill('0812345678');
    await form.getByTestId('submit-button').click();
    const source = String(await got(page));
    expect((await shop.get(`/sources/${source}`)).body).toMatchObject({
      type: 'truemoney',
      amount: 150_000,
      phone_number: '0812345678',
    });
  });

  it('validates a field in the customer’s language, and keeps the focus', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', amount: 20000, currency: 'THB', locale: 'ms', otherPaymentMethods: 'promptpay truemoney' });
      OmiseCard.open({ defaultPaymentMethod: 'truemoney' });`;
    const page = await open(`${library()}${run(script)}`);
    const form = page.frameLocator(FORM);
    await form.getByTestId('phone_number').fill('08');
    await form.getByTestId('submit-button').click();
    expect(await form.locator('.problem:not(:empty)').textContent()).toBe('Nombor telefon tidak sah');
    expect(await frameOf(page).evaluate('document.activeElement.name')).toBe('phone_number');
    await page.route('**/sources', (route) => route.fulfill({ status: 400, json: { message: 'Refused' } }));
    await form.getByTestId('phone_number').fill('0812345678');
    await form.getByTestId('submit-button').click();
    await form.getByText('Refused').waitFor();
    expect(await frameOf(page).evaluate('document.activeElement.dataset.testid')).toBe('submit-button');
    await form.getByTestId('method-promptpay').check();
    expect(await form.locator('.problem:not(:empty)').count()).toBe(0);
  });

  it('shows its card fields within the page on request', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', element: document.getElementById('card'), customCardForm: true, locale: 'th_TH',
        customCardFormTheme: 'dark', cardBrands: 'visa', customCardFormBrandIcons: ['amex', 'visa', 'nonsense'], style: { fontSize: 20, input: { height: '48px', color: 'rgb(1, 2, 3)' } } });
      OmiseCard.open({ onCreateTokenSuccess: (got) => { window.got = got; }, onError: (problems) => { window.wrong = problems; } });`;
    const page = await open(`<div id="card" style="height: 400px"></div>${library()}${run(script)}
      <button onclick="OmiseCard.requestCardToken({ email: 'somchai@shop.example', billingAddress: { city: 'Bangkok', country: 'TH' } })">Order</button>`);
    const form = page.frameLocator(`#card ${FORM}`);
    await form.getByTestId('card-number').pressSequentially('5555555555554444');
    const look = `(({ height, color }) => [height, color])(getComputedStyle(document.querySelector('input')))`;
    expect(await frameOf(page).evaluate(look)).toEqual(['48px', 'rgb(1, 2, 3)']);
    expect(await iconsOf(form)).toEqual(['Visa', 'American Express']);
    await page.locator('button').click();
    const problems = (await (await page.waitForFunction('window.wrong')).jsonValue()) as string[];
    expect(problems).toEqual(['ไม่รับบัตรประเภทนี้', 'กรุณากรอกข้อมูล', 'วันหมดอายุไม่ถูกต้อง', 'รหัสความปลอดภัยไม่ถูกต้อง']);
    await form.getByTestId('card-number').fill('');
    await typeCard(form);
    await form.getByTestId('remember-card').check();
    await page.locator('button').click();
    const payment = (await got(page)) as { token: string; remember: boolean };
    expect(payment).toEqual({ token: expect.stringMatching(/^tokn_test_/) as string, remember: true });
    expect(await paid({ card: payment.token })).toMatchObject({ card: { city: 'Bangkok' } });
  });

  it('has an installment form in the page', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', amount: 1000000, element: document.getElementById('here'),
        iframeAppId: 'omise-checkout-installment-form', customCardForm: false, customInstallmentForm: true, locale: 'en', defaultPaymentMethod: 'installment' });
      OmiseCard.open({ onCreateSuccess: (got) => { window.got = got; } });`;
    const page = await open(
      `<div id="here" style="height: 500px"></div>${library()}${run(script)}<button onclick="OmiseCard.requestCardToken()">Order</button>`,
    );
    const form = page.frameLocator('#omise-checkout-installment-form');
    await form.getByTestId('method-installment_kbank').check();
    await form.getByTestId('installment_term').selectOption('6');
    await page.locator('button').click();
    const { source } = (await got(page)) as { source: string };
    expect((await shop.get(`/sources/${source}`)).body).toMatchObject({
      type: 'installment_kbank',
      installment_term: 6,
      amount: 1_000_000,
    });
  });

  it('creates tokens and sources for forms of the shop', async () => {
    const card = {
      name: 'Somchai',
      number: '4242 4242 4242 4242',
      expiration_month: '01',
      expiration_year: '2040',
      security_code: '123',
    };
    const script = `Omise.setPublicKey('${key()}');
      const tell = (step) => (status, response) => { (window.all ??= []).push([step, status, response.object, response.code ?? response.type ?? response.card.security_code_check]); if (all.length === 4) window.got = all; };
      Omise.createToken('card', ${JSON.stringify(card)}, tell('card'));
      Omise.createToken('card', { name: 'Nobody' }, tell('wrong'));
      Omise.createSource('promptpay', { amount: 20000, currency: 'thb' }, tell('source'));
      Omise.createSource('nonsense', { amount: 20000, currency: 'thb' }, tell('no source'));`;
    const page = await open(`${library('card.js.gz')}${run(script)}`);
    const all = (await got(page)) as unknown[][];
    expect(all.sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['card', 200, 'token', true],
      ['no source', 400, 'error', 'bad_request'],
      ['source', 200, 'source', 'promptpay'],
      ['wrong', 400, 'error', 'invalid_card'],
    ]);
  });

  it('reports an unreachable vault', async () => {
    const script = `Omise.setPublicKey('${key()}'); Omise.config.interfaceUrl = 'http://127.0.0.1:9'; Omise.config.vaultUrl = 'http://127.0.0.1:9';
      Omise.createToken('card', {}, (...first) => Omise.createSource('promptpay', {}, (...second) => { window.got = [first, second]; }));`;
    const page = await open(`${library()}${run(script)}`);
    expect(await got(page)).toEqual([
      [0, { code: 'rpc_error', message: 'unable to connect to provider after timeout' }],
      [0, { code: 'create_source_error', error: expect.stringContaining('fetch') as string }],
    ]);
  });

  it('reports errors of the vault, and an invalid key', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', amount: 20000, currency: 'THB', locale: 'en' }); OmiseCard.open({});`;
    const page = await open(`${library()}${run(script)}`);
    const form = page.frameLocator(FORM);
    await typeCard(form, '4242424242424241', '1220');
    await form.getByTestId('submit-button').click();
    expect(await form.locator('.problem:not(:empty)').allTextContents()).toEqual([
      'Card number is invalid',
      'Card has expired',
    ]);
    const other = await open(`${library()}${run(script.replace(key(), 'pkey_test_nobody'))}`);
    expect(await other.frameLocator(FORM).getByTestId('problem').textContent()).toContain(
      'public key is not valid',
    );
  });

  it('closes by Escape, notifies the page, and can be opened again', async () => {
    const script = `window.left = 0; OmiseCard.configure({ publicKey: '${key()}', amount: 20000, currency: 'THB', onFormClosed: () => { left += 1; } });`;
    const page = await open(`${library()}${run(script)}<button onclick="OmiseCard.open({})">Pay</button>`);
    expect(await page.evaluate('OmiseCard.app.iframe.id')).toBe(FORM.slice(1));
    for (const left of [1, 2]) {
      await page.locator('button').click();
      await page.frameLocator(FORM).getByTestId('card-number').press('Escape');
      await page.waitForFunction(`window.left === ${left}`);
      await page.locator(FORM).waitFor({ state: 'hidden' });
    }
    expect(await page.evaluate('OmiseCard.destroy(); OmiseCard.open({})')).toBe(false);
  });

  it('uses its latest options, even if the capability arrives late', async () => {
    const script = `OmiseCard.configure({ publicKey: '${key()}', currency: 'THB', onCreateTokenSuccess: (got) => { window.got = got; } });
      window.pay = (amount) => OmiseCard.open({ amount, defaultPaymentMethod: 'promptpay' });`;
    const page = await open(`${library()}${run(script)}`);
    let answered = 0;
    await page.route('**/capability', async (route) => {
      const response = await route.fetch();
      // The first response arrives after the second.
      if ((answered += 1) === 1) await until(() => answered > 1, 'the form is not opened again');
      await route.fulfill({ response });
    });
    await page.evaluate('pay(10000)');
    await until(() => answered > 0, 'the capability is not asked for');
    await page.evaluate('pay(99900)');
    const form = page.frameLocator(FORM);
    await form.getByTestId('submit-button').click();
    expect(await form.getByTestId('submit-button').textContent()).toBe('Pay 999.00 THB');
    expect((await shop.get(`/sources/${String(await got(page))}`)).body).toMatchObject({ amount: 99_900 });
  });

  it('sends nothing after it was closed, and can be opened from its own callback', async () => {
    const script = `window.log = []; OmiseCard.configure({ publicKey: '${key()}', amount: 20000, currency: 'THB' });
      OmiseCard.configureButton('#buy', { onCreateTokenSuccess: () => log.push('paid'), onFormClosed: () => log.push('closed') });
      OmiseCard.attach();
      window.again = () => OmiseCard.open({ submitAuto: 'no', onFormClosed: () => log.push('closed again'),
        onCreateTokenSuccess: () => { log.push('paid'); OmiseCard.open({ amount: 50000 }); } });`;
    const page = await open(
      `<form action="/buy" method="post"><button id="buy"></button></form>${library()}${run(script)}`,
    );
    const form = page.frameLocator(FORM);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/tokens', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#buy').click();
    await typeCard(form);
    await form.getByTestId('submit-button').click();
    await form.getByTestId('close-button').click();
    await page.waitForFunction('log.length === 1');
    const answered = page.waitForResponse('**/tokens');
    release();
    await answered;
    await page.evaluate('again()');
    await typeCard(form);
    await form.getByTestId('submit-button').click();
    await page.waitForFunction('log.length === 2');
    await form.getByText('Pay 500.00 THB').waitFor();
    expect(await page.evaluate('log')).toEqual(['closed', 'paid']);
    expect(pages.sent.filter((sent) => sent.has('omiseToken') && !sent.has('order'))).toEqual([]);
  });

  it('calls back once for each token request, even without a form', async () => {
    const script = `window.all = []; OmiseCard.configure({ publicKey: 'pkey_test_nobody', element: document.getElementById('card'), customCardForm: true });
      OmiseCard.open({ onError: (problems) => all.push(problems) }); OmiseCard.requestCardToken();`;
    const page = await open(`<div id="card"></div><div id="other"></div>${library()}${run(script)}`);
    await page.waitForFunction('all.length === 1');
    expect(JSON.stringify(await page.evaluate('all'))).toContain('public key is not valid');
    await page.evaluate(`OmiseCard.configure({ publicKey: '${key()}', element: document.getElementById('other'), customCardForm: true, iframeAppId: 'second' });
      OmiseCard.open({ onCreateTokenSuccess: (payment) => all.push(payment) });`);
    const form = page.frameLocator('#other #second');
    await typeCard(form);
    await page.evaluate('OmiseCard.requestCardToken(); OmiseCard.requestCardToken();');
    await page.waitForFunction('all.length === 2');
    expect(await page.locator('#card iframe').count()).toBe(0);
  });

  it.each(['en', 'th', 'ja', 'ms'])(
    'fits a narrow screen, and works with keyboard and screen readers, light and dark (%s)',
    async (locale) => {
      const script = `OmiseCard.configure({ publicKey: '${key()}', amount: 500000000000, currency: 'THB', frameLabel: '${'W'.repeat(100)}', location: 'yes', locale: '${locale}',
      otherPaymentMethods: ['promptpay', 'truemoney', 'installment', 'mobile_banking'] }); OmiseCard.open({});`;
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(`${library()}${run(script)}`, {
          viewport: { width: 320, height: 640 },
          colorScheme,
          bypassCSP: true,
        });
        const form = page.frameLocator(FORM);
        await form.getByTestId('submit-button').waitFor();
        expect(await form.locator('html').getAttribute('lang')).toBe(locale);
        const frame = frameOf(page);
        expect(await frame.evaluate('document.activeElement.tagName')).toBe('INPUT');
        expect(await frame.evaluate(TOO_WIDE)).toEqual([]);
        await frame.evaluate(AXE);
        expect(await frame.evaluate(VIOLATIONS)).toEqual([]);
      }
    },
  );
});
