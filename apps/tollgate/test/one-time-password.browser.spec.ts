import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { CHROMIUM, useTabs } from './chromium.js';
import { describeWhere } from './describe-where.js';
import { useOwnGateway } from './harness.js';
import { axeViolations, TOO_WIDE } from './page-checks.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { steadyPort } from '../../../proof/rig/ports.js';

interface Waiting {
  readonly id: string;
  readonly authorize_uri: string;
}

describeWhere(
  CHROMIUM !== undefined,
  'chromium is not installed',
  'the one-time password page in a browser',
  () => {
    let port: number;
    const gateway = useOwnGateway(async () => {
      port = await steadyPort();
      return { PAY_FRAME_ANCESTORS: `http://127.0.0.1:${port}` };
    });
    const newTab = useTabs();
    let sandbox: Sandbox;
    let shop: Server;
    /** The page in the shop's frame. */
    let framed = '';
    let returnUri: string;

    beforeAll(async () => {
      sandbox = await createSandbox(gateway, { three_d_secure: true, three_d_secure_challenge: 'otp' });
      shop = createServer((req, res) => {
        res.setHeader('Content-Type', 'text/html');
        res.end(
          req.url === '/back'
            ? '<p id="shop">Back</p>'
            : `<iframe src="${framed}" width="400" height="800"></iframe>`,
        );
      }).listen(port, '127.0.0.1');
      await once(shop, 'listening');
      returnUri = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back`;
    });

    afterAll(() => {
      shop.close();
    });

    const waiting = async (form: object = {}): Promise<Waiting> =>
      (await sandbox.cardCharge({ return_uri: returnUri, ...form })) as unknown as Waiting;

    const chargeOf = async ({ id }: Waiting): Promise<unknown> => (await sandbox.get(`/charges/${id}`)).body;

    const open = async (
      { authorize_uri: uri }: Waiting,
      options: BrowserContextOptions = {},
    ): Promise<Page> => {
      const page = await newTab(options);
      await page.goto(uri);
      return page;
    };

    const enter = async (page: Page, password: string): Promise<void> => {
      await page.getByTestId('one-time-password').fill(password);
      await page.getByTestId('confirm').click();
    };

    it.each([true, false])(
      'accepts the password and returns to the shop (JavaScript: %s)',
      async (javaScriptEnabled) => {
        const charge = await waiting();
        const page = await open(charge, { javaScriptEnabled });
        await enter(page, '111111');
        await page.getByText('Attempts left: 2').waitFor();
        await page.getByTestId('new-password').click();
        await page.getByTestId('sent').waitFor();
        await enter(page, '123456');
        await page.waitForURL(returnUri);
        expect(await chargeOf(charge)).toMatchObject({ status: 'successful' });
        await page.goBack();
        expect(await page.getByTestId('status').textContent()).toBe('Payment successful');
      },
    );

    it('works by keyboard alone', async () => {
      const charge = await waiting();
      const page = await open(charge);
      await page.keyboard.press('Tab');
      await page.keyboard.type('999');
      await page.keyboard.press('Enter');
      await page.getByText('Attempts left: 2').waitFor();
      // The field has the focus again.
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await page.waitForURL(returnUri);
      expect(await chargeOf(charge)).toMatchObject({ status: 'successful' });
    });

    it('counts wrong passwords of two tabs together, even after going back and reloading', async () => {
      const charge = await waiting();
      const first = await open(charge);
      const second = await first.context().newPage();
      await second.goto(charge.authorize_uri);
      await enter(first, '111111');
      await first.getByText('Attempts left: 2').waitFor();
      await first.reload();
      await first.getByText('Attempts left: 2').waitFor();
      await enter(second, '222222');
      await second.getByText('Attempts left: 1').waitFor();
      await first.goBack();
      await enter(first, '333333');
      await first.waitForURL(returnUri);
      expect(await chargeOf(charge)).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' });
      await enter(second, '123456');
      expect(await second.getByTestId('status').textContent()).toBe('Payment failed');
    });

    it('fails the charge when it is cancelled', async () => {
      const charge = await waiting();
      const page = await open(charge, { javaScriptEnabled: false });
      await page.getByTestId('cancel').click();
      await page.waitForURL(returnUri);
      expect(await chargeOf(charge)).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' });
    });

    it('works in a frame of an allowed shop', async () => {
      const charge = await waiting();
      framed = charge.authorize_uri;
      const page = await open({ ...charge, authorize_uri: `http://127.0.0.1:${port}/` });
      const frame = page.frameLocator('iframe');
      for (const password of ['111111', '123456']) {
        await frame.getByTestId('one-time-password').fill(password);
        await frame.getByTestId('confirm').click();
        if (password === '111111') await frame.getByText('Attempts left: 2').waitFor();
      }
      await frame.locator('#shop').waitFor();
      expect(await chargeOf(charge)).toMatchObject({ status: 'successful' });
    });

    /** An element of each successive state of the page. */
    const marks = { asked: 'one-time-password', wrong: 'problem', sent: 'sent' } as const;
    const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
      ['en', 'th', 'ja', 'ms'].map((locale) => ({
        colorScheme,
        locale,
        viewport: { width: 320, height: 640 },
      })),
    );

    it.each(looks)('fits a narrow screen and is accessible: $colorScheme, $locale', async (look) => {
      const page = await open(await waiting({ amount: 100_000_000 }), look);
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      for (const state of ['asked', 'wrong', 'sent'] as const) {
        if (state === 'wrong') await enter(page, '111111');
        if (state === 'sent') await page.getByTestId('new-password').click();
        await page.getByTestId(marks[state]).waitFor();
        expect([state, await axeViolations(page)]).toEqual([state, []]);
        expect([state, await page.evaluate(TOO_WIDE)]).toEqual([state, []]);
      }
      expect(said).toEqual([]);
    });
  },
);
