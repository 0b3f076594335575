import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { steadyPort } from '../../../proof/rig/ports.js';
import { CHROMIUM, openTab, useTabs } from './chromium.js';
import { CAN_TRUST, launchAtNames } from './chromium-at-names.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { useShop } from './shop-pages.js';

const CARD = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  security_code: '123',
};

/**
 * Imitates a copy of the library up to 2.9.1 in a shop's page. `connect` creates the hidden frame; `call`
 * sends it a request once it is ready, and resolves with the response. `frame.told` has all its messages.
 */
const OLD_LIBRARY = `<script>
  let calls = 0;
  window.connect = (channel, vault, parameters = {}) => {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ xdm_e: location.origin, xdm_c: channel, xdm_p: 1, ...parameters });
    frame.src = vault + '/provider?' + query;
    frame.style = 'position: absolute; top: -2000px; left: 0';
    frame.told = [];
    const [listeners, vaultOrigin] = [new Map(), new URL(vault).origin];
    frame.ready = new Promise((resolve) => addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== vaultOrigin) return;
      frame.told.push(data);
      if (data === channel + '-ready') return resolve();
      const { id, ...answer } = JSON.parse(data.slice(channel.length + 1));
      listeners.get(id)(answer);
    }));
    frame.loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.textOf = (method, params, id) => channel + ' ' + JSON.stringify({ id, jsonrpc: '2.0', method, params });
    frame.call = async (method, ...params) => {
      await frame.ready;
      const id = (calls += 1);
      const answered = new Promise((resolve) => listeners.set(id, resolve));
      frame.contentWindow.postMessage(frame.textOf(method, params, id), vaultOrigin);
      return answered;
    };
    return document.body.appendChild(frame);
  };
</script>`;

describeWhere(
  CHROMIUM !== undefined,
  'chromium is not installed',
  'a shop with an old copy of the browser library',
  () => {
    const gateway = useOwnGateway();
    const pages = useShop();
    const newTab = useTabs();
    let shop: Merchant;
    let page: Page;
    /** Number of token requests. */
    let asked = 0;
    const complaints: string[] = [];

    beforeAll(async () => {
      shop = await gateway.account();
    });
    beforeEach(async () => {
      page = await newTab();
      asked = 0;
      page.on('request', (call) => void (new URL(call.url()).pathname === '/tokens' && (asked += 1)));
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on(
        'console',
        (message) => void (/Content Security Policy/.test(message.text()) && complaints.push(message.text())),
      );
      await page.goto(pages.page(OLD_LIBRARY));
    });
    afterEach(() => expect(complaints.splice(0)).toEqual([]));

    const vault = (): string => JSON.stringify(gateway.settings.vaultUrl);
    const params = (card: object = CARD): string => JSON.stringify([shop.key('public'), { card }]);
    const create = (key: string, attributes: object): Promise<unknown> =>
      page.evaluate(
        `connect('default7', ${vault()}).call('createToken', ${JSON.stringify(key)}, ${JSON.stringify(attributes)})`,
      );

    it('creates a token that pays', async () => {
      const answer = await create(shop.key('public'), { card: CARD });
      expect(answer).toMatchObject({
        jsonrpc: '2.0',
        result: { status: 200, data: { object: 'token', card: { last_digits: '4242' } } },
      });
      const { id } = (answer as { result: { data: { id: string } } }).result.data;
      expect(await shop.cardCharge({ card: id })).toMatchObject({ status: 'successful' });
    });

    it('gets the vault’s errors', async () => {
      const wrong = {
        code: -32099,
        message: 'The vault answered 400',
        data: { status: 400, data: { object: 'error', code: 'invalid_card' } },
      };
      expect(await create(shop.key('public'), { card: { name: 'Nobody' } })).toMatchObject({ error: wrong });
      const refused = { code: -32099, data: { status: 401, data: { code: 'authentication_failure' } } };
      for (const key of ['pkey_test_nobody', 'กุญแจ'])
        expect(await create(key, { card: CARD })).toMatchObject({ error: refused });
    });

    it('gets an error if the vault does not answer', async () => {
      await page.route('**/tokens', (route) => route.abort());
      const message = 'unable to connect to provider after timeout';
      const data = { status: 0, data: { code: 'rpc_error', message } };
      expect(await create(shop.key('public'), { card: CARD })).toEqual({
        jsonrpc: '2.0',
        error: { code: -32099, message, data },
      });
    });

    it('can have several frames, and call each repeatedly', async () => {
      const script = `(async () => {
      const frames = ['default1', 'default2'].map((channel) => connect(channel, ${vault()}));
      await Promise.all(frames.flatMap((frame) => [1, 2].map(() => frame.call('createToken', ...${params()}))));
      return frames.map(({ told }) => told.map((text) => text.split(' ')[0]));
    })()`;
      const told = (channel: string): string[] => [`${channel}-ready`, channel, channel];
      expect(await page.evaluate(script)).toEqual([told('default1'), told('default2')]);
      expect(asked).toBe(4);
    });

    it('gets errors for invalid calls, and nothing if it asks for no response', async () => {
      const script = `(async () => {
      const frame = connect('default1', ${vault()});
      await frame.ready;
      const texts = ['default1', 'default1 ', 'default1 {', 'default1 null', frame.textOf('createToken', ${params()}), { toString: 1 }];
      texts.forEach((text) => frame.contentWindow.postMessage(text, '*'));
      const answers = [await frame.call('destroyToken'), await frame.call('createToken'), await frame.call('createToken', 7, {}), await frame.call('createToken', 'pkey', null)];
      return [answers.map(({ error }) => error.code), frame.told.length];
    })()`;
      expect(await page.evaluate(script)).toEqual([[-32601, -32602, -32602, -32602], 5]);
      expect(asked).toBe(0);
    });

    it('alone gets responses to its messages', async () => {
      // In order: effects of earlier messages are visible once the last is answered.
      const script = `(async () => {
      const unheard = [connect('default1', ${vault()}, { xdm_e: 'http://other.example' }), connect('default2', ${vault()}, { xdm_e: '*' }),
        connect('default3', ${vault()}, { xdm_p: 4 })];
      const frame = connect('default4', ${vault()});
      await Promise.all([...unheard.map(({ loaded }) => loaded), frame.ready]);
      for (const one of unheard) one.contentWindow.postMessage(one.textOf('createToken', ${params()}, 99), '*');
      const sibling = document.body.appendChild(document.createElement('iframe'));
      sibling.contentWindow.eval('top.frames[3].postMessage(' + JSON.stringify(frame.textOf('createToken', ${params()}, 99)) + ', "*")');
      const { result } = await frame.call('createToken', ...${params()});
      return [unheard.map(({ told }) => told), frame.told.length, result.status];
    })()`;
      expect(await page.evaluate(script)).toEqual([[[], [], []], 2, 200]);
      expect(asked).toBe(1);
    });
  },
);

describeWhere(
  CHROMIUM !== undefined && CAN_TRUST,
  'chromium or certutil (libnss3-tools) is not installed',
  'a shop with an old copy of the browser library, not changed at all',
  () => {
    let port: number;
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-provider-'));
    const gateway = useOwnGateway(async () => {
      port = await steadyPort();
      return { TLS: 'on', TLS_PORT: String(port), DATA_DIR: folder };
    });
    const pages = useShop();
    afterAll(() => rmSync(folder, { recursive: true }));

    it('creates tokens at the processor’s host name', async () => {
      const browser = await launchAtNames(folder, port);
      const shop = await gateway.account();
      const page = await openTab({}, browser);
      await page.goto(pages.page(OLD_LIBRARY));
      const params = JSON.stringify([shop.key('public'), { card: CARD }]);
      const answer = await page.evaluate(
        `connect('default1', 'https://vault.omise.co').call('createToken', ...${params})`,
      );
      await browser.close();
      expect(answer).toMatchObject({ result: { status: 200, data: { object: 'token' } } });
    });
  },
);
