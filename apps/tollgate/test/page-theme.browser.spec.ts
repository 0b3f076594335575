import type { Page } from 'playwright-core';
import { PAYMENT_METHODS } from '#resources/payment-methods/rules/registry.js';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { sourceOf } from './method-sources.js';
import { axeViolations, TOO_WIDE } from './page-checks.js';
import { createSandbox, type Sandbox } from './sandbox.js';

describeWhere(
  CHROMIUM !== undefined,
  'chromium is not installed',
  'a page with its method’s theme in a browser',
  () => {
    const gateway = useOwnGateway();
    const newTab = useTabs();
    let sandbox: Sandbox;

    beforeAll(async () => {
      sandbox = await createSandbox(gateway, { page_theme: 'method', three_d_secure_challenge: 'otp' });
    });

    const addressOf = async (type: string): Promise<string> => {
      const method = PAYMENT_METHODS.find((one) => one.type === type);
      const card = { authentication: '3DS', return_uri: 'https://shop.example/' };
      if (!method) return (await sandbox.cardCharge(card))['authorize_uri'] as string;
      const source = sourceOf(method);
      return (await sandbox.charge({ amount: source['amount'], currency: source['currency'], source }))
        .authorize_uri;
    };

    const open = async (uri: string, colorScheme: 'light' | 'dark', locale = 'en'): Promise<Page> => {
      const page = await newTab({ colorScheme, locale, viewport: { width: 320, height: 640 } });
      await page.goto(uri);
      return page;
    };

    it.each([
      'internet_banking_bay',
      'mobile_banking_kbank',
      'truemoney',
      'duitnow_qr',
      'installment_ktc',
      'points_citi',
      'econtext',
      'card',
    ])('is accessible and fits a narrow screen, in light and dark: %s', async (type) => {
      const uri = await addressOf(type);
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await open(uri, colorScheme, colorScheme === 'light' ? 'en' : 'ms');
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        await page.reload();
        expect([colorScheme, await axeViolations(page), await page.evaluate(TOO_WIDE), said]).toEqual([
          colorScheme,
          [],
          [],
          [],
        ]);
      }
    });
  },
);
