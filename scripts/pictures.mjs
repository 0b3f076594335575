// `npm run pictures`: takes the pictures of the console, of a payment page and of the reports of tests, an exam and a soak in
// docs/images of a sandbox that it fills on a Tollgate of its own. `--width=375 --to=folder` changes their width and folder.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build, prepare, root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    width: { type: 'string', default: '1200' },
    to: { type: 'string', default: join(root, 'docs', 'images') },
  },
});
const NAME = 'shop';
const PORT = 27_440;
const CONTROL = `http://127.0.0.1:${PORT + 3}`;
const SHOP = `http://127.0.0.1:${PORT + 5}`;
const ORDERS = `${SHOP}/orders/{order}`;
/** The options of an exam and a soak with the addresses of the shop. */
const urls = ['--receiver', `${SHOP}/webhooks`, '--probe', ORDERS, '--checkout', ORDERS];
const START_LIMIT_MS = 120_000;
const PAGE_LIMIT_MS = 60_000;

prepare();
build();
mkdirSync(values.to, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'tollgate-pictures-'));
const tollgate = spawn(process.execPath, [join('dist', 'apps', 'tollgate', 'main.js')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    ...Object.fromEntries(
      ['API', 'VAULT', 'PAY', 'CONTROL'].map((host, index) => [`${host}_PORT`, String(PORT + index)]),
    ),
    DATA_DIR: data,
    LOG_LEVEL: 'error',
  },
});
/** Takes the webhooks of payments, and refuses those of new charges. */
const receiver = createServer((req, res) => {
  let body = '';
  req.on('data', (part) => (body += part));
  req.on('end', () =>
    res
      .writeHead(body.includes('"charge.create"') ? 503 : 200)
      .end(body.includes('"charge.create"') ? 'The shop is closed' : 'ok'),
  );
});
try {
  await started();
  await new Promise((resolve) => receiver.listen(PORT + 4, '127.0.0.1', () => resolve(undefined)));
  const ofShop = [await reportOf('exam'), await reportOf('soak', '--seed', '7', '--keep')];
  const ids = await fillSandbox();
  const reports = [...ofShop, await reportOf('tests')];
  await takePictures({ ...ids, soak: await placeOfSoak() }, reports);
} finally {
  receiver.close();
  tollgate.kill();
  await new Promise((resolve) => tollgate.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

async function started() {
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await fetch(`${CONTROL}/readyz`).catch(() => undefined))?.ok) {
    if (performance.now() > deadline) throw new Error('Tollgate did not start in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [key]
 * @param {string} [host]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, key, host = CONTROL) {
  const headers = {
    'content-type': 'application/json',
    ...(key && { authorization: `Basic ${btoa(`${key}:`)}` }),
  };
  const answer = await fetch(`${host}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} failed: ${text}`);
  return JSON.parse(text);
}

/** Makes something of each kind. Answers the ids that pictures are taken of. */
async function fillSandbox() {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const sandbox = await ask('POST', '/api/sandboxes', {
    ...{
      name: NAME,
      webhook_uri: `http://127.0.0.1:${PORT + 4}/webhooks`,
      webhook_retry_delays: '1h,6h',
      clock: { now: yesterday },
    },
  });
  const sandboxPath = `/api/sandboxes/${NAME}`;
  const snapshot = (/** @type {string} */ name) => ask('POST', `${sandboxPath}/snapshots`, { name });
  await snapshot('empty-shop');
  const { api, vault, pay } = sandbox.urls;
  const { secret_key: secret, public_key: open } = sandbox.test;
  const post = (/** @type {string} */ path, /** @type {object} */ body = {}, host = api) =>
    ask('POST', path, body, secret, host);
  const token = async () => {
    const card = {
      name: 'Somchai Prasert',
      number: '4242424242424242',
      expiration_month: 9,
      expiration_year: 2031,
      security_code: '123',
    };
    return (await ask('POST', '/tokens', { card }, open, vault)).id;
  };
  const qr = (/** @type {number} */ amount, /** @type {string} */ order) =>
    post('/charges', {
      ...{
        amount,
        currency: 'THB',
        source: { type: 'mobile_banking_kbank' },
        metadata: { order },
        description: `Order ${order}`,
      },
      return_uri: `${pay}/shop?order=${order}`,
    });
  const card = async (/** @type {number} */ amount, /** @type {string} */ order) =>
    post('/charges', {
      amount,
      currency: 'THB',
      card: await token(),
      metadata: { order },
      description: `Order ${order}`,
    });
  const yesterdays = await card(450_000, '1037');
  await ask('POST', `${sandboxPath}/clock/advance`, { by: '1d', max_real: '30s' });
  const customer = await post('/customers', {
    email: 'ann@shop.example',
    description: 'Ann',
    card: await token(),
  });
  const disputed = await card(89_900, '1039');
  await post(`/charges/${disputed.id}/disputes`);
  await post(`/charges/${yesterdays.id}/refunds`, { amount: 50_000 });
  const failed = await qr(25_000, '1040');
  await post(`/charges/${failed.id}/mark_as_failed`, { failure_code: 'insufficient_fund' });
  const paid = await qr(100_000, '1042');
  await post(`/charges/${paid.id}/mark_as_paid`);
  const waiting = await qr(67_000, '1043');
  await post('/links', { amount: 100_000, currency: 'THB', title: 'Order 1044', description: 'Tea' });
  const session = {
    amount: 59_000,
    currency: 'THB',
    payment_methods: ['card', 'promptpay'],
    order_id: '1045',
    description: 'Coffee',
  };
  const redirect = { complete_url: `${pay}/shop`, cancel_url: `${pay}/shop` };
  await post('/api/sessions', { ...session, redirect_urls: redirect }, pay);
  const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
  const recipient = await post('/recipients', {
    name: 'Somchai Prasert',
    email: 'cook@shop.example',
    type: 'individual',
    bank_account: account,
  });
  const ends = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await post('/schedules', {
    every: 1,
    period: 'week',
    on: { weekdays: ['monday'] },
    end_date: ends,
    charge: { customer: customer.id, amount: 20_000 },
  });
  await ask('PATCH', `/recipients/${recipient.id}/verify`, {}, secret, api);
  await post('/charges', { amount: 100 }).catch(() => undefined);
  await ask('GET', '/charges', undefined, 'skey_test_0000', api).catch(() => undefined);
  const rates = [
    { currency: 'USD', rate: '36.5' },
    { currency: 'JPY', rate: '0.24', from: ends },
  ];
  await ask('PATCH', sandboxPath, { exchange_rates: rates });
  await ask('POST', `${sandboxPath}/faults`, {
    name: 'busy',
    on: 'api',
    match: { route: 'POST /charges' },
    times: 2,
    do: { status: 503 },
  });
  await snapshot('after-lunch');
  const delivered = await ask('GET', `${sandboxPath}/deliveries?before=end&limit=1&key=charge.complete`);
  return { payment: paid.id, webhook: delivered.data[0].id, payPage: waiting.authorize_uri };
}

/**
 * The address of a report: of what the tests in the sandbox have met, or of an exam or soak of the example shop.
 *
 * @param {'tests' | 'exam' | 'soak'} kind
 * @param {...string} more
 */
async function reportOf(kind, ...more) {
  const report = join(data, `${kind}.html`);
  const args = kind === 'tests' ? ['report', '--sandbox', NAME] : [kind, ...more, ...urls];
  const shop = kind === 'tests' ? [] : ['--', 'node', wrongShop()];
  const cli = spawn(
    process.execPath,
    [join(root, 'dist', 'apps', 'cli', 'main.js'), ...args, '--html', report, ...shop],
    {
      cwd: data,
      stdio: 'ignore',
      env: { ...process.env, TOLLGATE_CONTROL_URL: CONTROL, PORT: String(PORT + 5) },
    },
  );
  await new Promise((resolve) => cli.once('exit', resolve));
  return pathToFileURL(report).href;
}

/** The example shop with a defect: it fulfils an order for each event. Answers its file. */
function wrongShop() {
  const shop = join(data, 'shop.mjs');
  const parts = readFileSync(join(root, 'examples', 'shop.mjs'), 'utf8').split('if (order.count < due) ');
  if (parts.length !== 2) throw new Error('The example shop counts orders in another way');
  writeFileSync(shop, parts.join(''));
  return shop;
}

/** The place of the soak, whose sandbox was kept. */
async function placeOfSoak() {
  const sandboxes = await ask('GET', '/api/sandboxes?search=soak-');
  const [{ name }] = sandboxes.data;
  const soaks = await ask('GET', `/api/sandboxes/${name}/soaks`);
  return `${name}/test/soaks/${soaks.data[0].id}`;
}

/**
 * @param {{ payment: string, webhook: string, payPage: string, soak: string }} ids
 * @param {string[]} reports
 */
async function takePictures({ payment, webhook, payPage, soak }, reports) {
  const pages = /** @type {const} */ ([
    ['activity', `${NAME}/test/`, 'light'],
    ['payments', `${NAME}/test/payments`, 'light'],
    ['payment', `${NAME}/test/payments/${payment}`, 'light'],
    ['webhook', `${NAME}/test/webhooks/${webhook}`, 'light'],
    ['clock', `${NAME}/test/clock`, 'dark'],
    ['faults', `${NAME}/test/faults`, 'light'],
    ['snapshots', `${NAME}/test/snapshots`, 'light'],
    ['start', `${NAME}/test/start`, 'light'],
    ['soak', soak, 'light'],
  ]);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: 800 },
    timezoneId: 'Asia/Bangkok',
  });
  page.setDefaultTimeout(PAGE_LIMIT_MS);
  for (const [name, place, colorScheme] of pages) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${CONTROL}/#/sandboxes/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    // Waits for the last request to be drawn.
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(values.to, `console-${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const report of reports) {
    await page.goto(report);
    const name = basename(report, '.html');
    await page.screenshot({ path: join(values.to, `${name}-report.png`) });
  }
  await page.setViewportSize({ width: 480, height: 800 });
  await page.goto(payPage);
  await page.screenshot({ path: join(values.to, 'pay-page.png'), fullPage: true });
  await browser.close();
}
