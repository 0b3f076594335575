import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeServerIdentity } from '#platform/tls/certificates.js';
import { steadyPort } from '../../../proof/rig/ports.js';
import { CHROMIUM, useTabs } from './chromium.js';
import { CAN_TRUST, launchAtNames } from './chromium-at-names.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { PLUGIN_PAGES } from './plugin-pages.js';
import { useShop } from './shop-pages.js';

/** The processor's address of its script. */
const CDN = /https:\/\/cdn2?\.omise\.co\//g;

describeWhere(
  CHROMIUM !== undefined && CAN_TRUST,
  'chromium or certutil (libnss3-tools) is not installed',
  'a shop’s page',
  () => {
    let folder: string;
    let port: number;
    let otherPort: number;
    const gateway = useOwnGateway(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tollgate-names-'));
      port = await steadyPort();
      // As docs/clients/woocommerce.md says.
      return { FIDELITY: 'recorded', TLS: 'on', TLS_PORT: String(port), DATA_DIR: folder };
    });
    const pages = useShop();
    const newTab = useTabs(() => browser);
    let shop: Merchant;
    let browser: Browser;
    let page: Page;
    const asked = new Set<string>();
    const complaints: string[] = [];

    beforeAll(async () => {
      shop = await gateway.account();
      otherPort = await steadyPort();
      browser = await launchAtNames(folder, port, otherPort);
    });
    beforeEach(async () => {
      asked.clear();
      page = await newTab();
      page.on('request', (call) => asked.add(new URL(call.url()).hostname));
      page.on('pageerror', ({ message }) => complaints.push(message));
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    afterEach(() => expect(complaints.splice(0)).toEqual([]));

    /** Opens it, pays, and creates the charge as a shop's server does. */
    const payAt = async (
      body: string,
      { pay, amount = 100_000 }: (typeof PLUGIN_PAGES)[number],
    ): Promise<unknown> => {
      await page.goto(pages.page(body));
      await pay(page);
      // Shows the page's own errors instead of timing out.
      const problems = await page.waitForFunction(
        `document.getElementById('thanks') ? 'paid' : window.problems?.length && JSON.stringify(problems)`,
      );
      expect(await problems.jsonValue()).toBe('paid');
      const sent = pages.sent.at(-1);
      const named = (name: string): string | undefined => sent?.get(name) ?? undefined;
      const [card, source] = [named('token') ?? named('omiseToken'), named('source') ?? named('omiseSource')];
      const paidWith = Object.fromEntries(Object.entries({ card, source }).filter(([, id]) => id));
      const form = { amount, currency: 'THB', return_uri: 'https://shop.example/return', ...paidWith };
      return (await shop.post('/charges', form)).body;
    };

    it.each(PLUGIN_PAGES)('with $kind pays at Tollgate, without a changed line', async (plugin) => {
      expect(await payAt(plugin.body(shop.key('public')), plugin)).toMatchObject(plugin.charge);
      expect(
        [...asked].filter((host) => host !== '127.0.0.1' && !host.endsWith('.omise.co') && host !== ''),
      ).toEqual([]);
      expect([...asked].some((host) => host.endsWith('.omise.co'))).toBe(true);
    });

    it.each(PLUGIN_PAGES)('with $kind pays at Tollgate, with a changed script address', async (plugin) => {
      const body = plugin.body(shop.key('public')).replaceAll(CDN, `${gateway.settings.plainUrls.pay}/`);
      expect(await payAt(body, plugin)).toMatchObject(plugin.charge);
      expect([...asked].filter((host) => host !== '127.0.0.1' && host !== '')).toEqual([]);
    });

    it('is rejected by its browser at any other host name, even with a trusted authority', async () => {
      const [certificate, key] = await Promise.all(
        ['ca.pem', 'ca-key.pem'].map((file) => readFile(join(folder, 'tls', file), 'utf8')),
      );
      const identity = await makeServerIdentity(
        { certificate: String(certificate), key: String(key) },
        ['shop.example'],
        new Date(),
      );
      const other = createServer({ cert: identity.certificate, key: identity.key }, (_, res) =>
        res.end(),
      ).listen(otherPort, '127.0.0.1');
      await once(other, 'listening');
      try {
        await expect(page.goto('https://shop.example/')).rejects.toThrow('ERR_CERT');
      } finally {
        other.close();
      }
    });
  },
);
