import type { Locator } from 'playwright-core';
import { DAY_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
const newTab = useTabs();
const RETURN = { return_uri: 'https://shop.example/return' };

const click = (page: unknown, form: Record<string, string>): Promise<Response> =>
  fetch(page as string, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** A sentence of the timeline without what differs from run to run: its time, durations, ports. */
const plain = (name: string): string =>
  name
    .replaceAll('\u00a0', ' ')
    .replace(/^\d\d:\d\d:\d\d\.\d{3}, /, '')
    .replace(/ in [\d.]+ ms/, '')
    .replace(/ · 127\.0\.0\.1:\d+/, '');

describeConsole('the story of a payment', gateway, [], (shown) => {
  const steps = (): Locator => shown.page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const notified = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  const emulated = (path: string): string => `/api/sandboxes/${shown.sandbox.name}/api/test${path}`;
  const namesOf = async (): Promise<string[]> => {
    const names = await shown.page.evaluate<string[]>(
      `[...document.querySelectorAll('.story > li')].map((one) => one.ariaLabel)`,
    );
    return names.map(plain);
  };
  /**
   * Opens the payment, and waits until its story has these sentences: webhooks and requests are written after
   * what they are about.
   */
  const expectStory = async (id: string, story: readonly string[]): Promise<void> => {
    await shown.open(`payments/${id}`);
    await until(async () => String(await namesOf()) === String(story), 'the story is another').catch(
      () => undefined,
    );
    expect(await namesOf()).toEqual(story);
  };
  const WEBHOOK = 'Tollgate to your endpoint: ';
  const CREATED = [
    'Customer to Tollgate: Send card details, answered 200',
    'Your server to Tollgate: Create charge, answered 200',
  ];
  const PENDING = [
    ...CREATED,
    'Tollgate: charge.create · THB 1,000.00',
    `${WEBHOOK}charge.create #1, answered 200`,
  ];

  /**
   * A 3-D Secure charge whose customer enters a wrong password and then pays, a partial refund, and a webhook
   * that fails.
   */
  const refundedCharge = async (): Promise<string> => {
    const { sandbox, receiver } = shown;
    receiver.answer(({ event }, response) => {
      if (event.key === 'refund.create')
        response.writeHead(500, { 'content-type': 'text/html' }).end('<html><h1>Oops</h1></html>');
      else response.end();
    });
    await control(gateway)
      .patch(`/api/sandboxes/${sandbox.name}`)
      .send({ three_d_secure_challenge: 'otp' })
      .expect(200);
    const { id, authorize_uri: page } = await sandbox.cardCharge({
      authentication: '3DS',
      ...RETURN,
      metadata: { order: '1042' },
    });
    await receiver.next('charge.create');
    await fetch(page as string);
    await fetch(page as string);
    await click(page, { outcome: 'successful', one_time_password: '111111' });
    await click(page, { outcome: 'successful', one_time_password: '123456' });
    await receiver.next('charge.complete');
    await sandbox.post(`/charges/${id}/refunds`, { amount: 25_000 }).expect(200);
    await receiver.next('refund.create');
    return id;
  };
  const REFUNDED = [
    ...PENDING,
    'Customer opened the payment page',
    'Customer entered a wrong one-time password',
    'Customer approved the payment',
    'Tollgate: charge.complete · successful',
    `${WEBHOOK}charge.complete #1, answered 200`,
    'Your server to Tollgate: Refund charge, answered 200',
    'Tollgate: refund.create · THB 250.00',
    `${WEBHOOK}refund.create #1, answered 500`,
    'Upcoming: Retry of refund.create',
  ];

  it('tells the story in sentences, causes before effects', async () => {
    await expectStory(await refundedCharge(), REFUNDED);
    const times = await shown.page.evaluate<string[]>(
      `[...document.querySelectorAll('.story time')].map((one) => one.dateTime)`,
    );
    expect(times).toEqual(times.toSorted());
    await shown.page
      .getByRole('region', { name: 'Failed webhook: refund.create' })
      .getByText('failed once (500: Oops).')
      .waitFor();
  });

  it('shows a declined payment, with the code once as code', async () => {
    const { page, sandbox, receiver } = shown;
    const { id, authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', ...RETURN });
    await receiver.next('charge.create');
    await fetch(uri as string);
    await click(uri, { outcome: 'failed', failure_code: 'insufficient_fund' });
    await receiver.next('charge.complete');
    await expectStory(id, [
      ...PENDING,
      'Customer opened the payment page',
      'Customer declined the payment',
      'Tollgate: charge.complete · failed · insufficient_fund',
      `${WEBHOOK}charge.complete #1, answered 200`,
    ]);
    expect(await page.locator('main code', { hasText: 'insufficient_fund' }).count()).toBe(1);
    await page
      .getByRole('definition')
      .filter({ hasText: /^Insufficient/ })
      .waitFor();
  });

  it('shows a 3-D Secure payment without a challenge, and its dispute', async () => {
    const { sandbox, receiver } = shown;
    const { id, authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', ...RETURN });
    await receiver.next('charge.create');
    await fetch(uri as string);
    await click(uri, { outcome: 'successful' });
    await receiver.next('charge.complete');
    const { id: dispute } = (await sandbox.post(`/charges/${id}/disputes`).expect(200)).body as {
      id: string;
    };
    await receiver.next('dispute.create');
    await control(gateway)
      .patch(emulated(`/disputes/${dispute}/accept`))
      .set('Tollgate-Client', 'cli')
      .expect(200);
    await receiver.next('dispute.accept');
    await expectStory(id, [
      ...PENDING,
      'Customer opened the payment page',
      'Customer approved the payment',
      'Tollgate: charge.complete · successful',
      `${WEBHOOK}charge.complete #1, answered 200`,
      'Your server to Tollgate: Open dispute, answered 200',
      'Tollgate: dispute.create · THB 1,000.00',
      `${WEBHOOK}dispute.create #1, answered 200`,
      'You accepted the dispute with the CLI',
      'Tollgate: dispute.accept · lost',
      `${WEBHOOK}dispute.accept #1, answered 200`,
    ]);
  });

  it('shows a checkout session from its creation to its payment', async () => {
    const { sandbox, receiver } = shown;
    const asked = {
      amount: 100_000,
      currency: 'THB',
      payment_methods: ['promptpay'],
      redirect_urls: { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cancel' },
    };
    const created = await fetch(`${gateway.settings.payUrl}/api/sessions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}`,
      },
      body: JSON.stringify(asked),
    });
    const { id: session, redirect_url: uri } = (await created.json()) as { id: string; redirect_url: string };
    await fetch(uri);
    await click(uri, { method: 'promptpay' });
    await receiver.next('charge.create');
    await fetch(uri);
    await click(uri, { outcome: 'successful' });
    const { event } = await receiver.next('charge.complete');
    expect(session).toMatch(/^sess_/);
    await expectStory(event.data.id, [
      'Your server to Tollgate: Create checkout session, answered 200',
      'Customer opened the checkout page',
      'Customer submitted the payment',
      'Tollgate: charge.create · THB 1,000.00',
      `${WEBHOOK}charge.create #1, answered 200`,
      'Customer approved the payment',
      'Tollgate: charge.complete · successful',
      `${WEBHOOK}charge.complete #1, answered 200`,
    ]);
  });

  it('names who created a charge in the console and who resent its webhook', async () => {
    const { page, receiver } = shown;
    const asked = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } };
    const { id } = (
      await control(gateway)
        .post(emulated('/charges'))
        .set('Tollgate-Client', 'console')
        .send(asked)
        .expect(200)
    ).body as {
      id: string;
    };
    await receiver.next('charge.create');
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await receiver.next('charge.complete');
    await page.getByRole('link', { name: 'charge.complete #1' }).click();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await notified(/^Attempt 2 delivered/);
    await expectStory(id, [
      'You created the charge in the console',
      'Tollgate: charge.create · THB 1,000.00',
      `${WEBHOOK}charge.create #1, answered 200`,
      'You marked it as paid in the console',
      'Tollgate: charge.complete · successful',
      `${WEBHOOK}charge.complete #1, answered 200`,
      'You resent the webhook in the console',
      `${WEBHOOK}charge.complete #2, answered 200`,
    ]);
  });

  it('shows a fault on the arrow that it changed', async () => {
    const { sandbox, receiver } = shown;
    await setFault(sandbox, { name: 'twice', on: 'webhook', do: { duplicate: 2 } });
    const { id } = await sandbox.cardCharge();
    await receiver.next('charge.create');
    await receiver.next('charge.create');
    const fault = '. ⚡ Fault "twice": The webhook is delivered 2 times.';
    await expectStory(id, [
      ...CREATED,
      'Tollgate: charge.create · THB 1,000.00 · successful',
      `${WEBHOOK}charge.create #1, answered 200${fault}`,
      `${WEBHOOK}charge.create #2, answered 200${fault}`,
    ]);
    const arrow = steps().filter({ hasText: 'charge.create #1' });
    await arrow.getByText('Fault "twice": The webhook is delivered 2 times.').waitFor();
    expect(await arrow.getByRole('link').getAttribute('title')).toBe(
      'Fault "twice": The webhook is delivered 2 times.',
    );
  });

  it('tells the same story without styles, as a diagram and as a list, which it remembers', async () => {
    const { page } = shown;
    const id = await refundedCharge();
    await expectStory(id, REFUNDED);
    const linesOf = async (): Promise<string[]> => {
      await page.evaluate(
        `document.querySelectorAll('style, link[rel=stylesheet]').forEach((one) => one.remove())`,
      );
      const text = await page.getByRole('list', { name: 'Timeline' }).innerText();
      return text.split('\n').map((line) => plain(line.trim()));
    };
    const expectInOrder = (parts: readonly string[], lines: readonly string[]): void => {
      let line = -1;
      for (const part of parts) {
        const next = lines.findIndex((one, index) => index > line && one.startsWith(part));
        expect([part, lines.slice(line + 1), next]).not.toEqual([part, lines.slice(line + 1), -1]);
        line = next;
      }
    };
    // "Customer to Tollgate: Send card details, answered 200" is "Customer → Tollgate", "Send card details"
    // and "200" there.
    const parts = REFUNDED.slice(0, -1).flatMap((sentence) => {
      const customer = /^Customer ([a-z])(?!o )(.*)/.exec(sentence);
      if (customer) return ['Customer', `${customer[1]?.toUpperCase()}${customer[2]}`];
      const [who = '', what = ''] = sentence.split(': ');
      const [label = '', answer] = what.split(', answered ');
      return [
        who.replace(' to your endpoint', ' → Your endpoint').replace(' to ', ' → '),
        label,
        ...(answer ? [answer] : []),
      ];
    });
    expectInOrder([...parts, 'Retry of refund.create'], await linesOf());
    await page.reload();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.reload();
    await expectStory(id, REFUNDED);
    expectInOrder([...REFUNDED.slice(0, -1), 'Retry of refund.create'], await linesOf());
    await page.reload();
    await page.getByRole('button', { name: 'Diagram', exact: true }).click();
    await page.getByText('Your server', { exact: true }).waitFor();
  });

  it('shows what is due for it behind many others, and the move of the clock that does it', async () => {
    const { sandbox, page } = shown;
    const due = (days: number): Promise<{ readonly id: string }> =>
      sandbox.charge({ expires_at: new Date(Date.now() + days * DAY_MS).toISOString() });
    await Promise.all(Array.from({ length: 25 }, () => due(1)));
    const { id } = await due(2);
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Advance to here' }).click();
    await steps().getByText('Clock advanced 2 d').waitFor();
    // The first step was two days ago.
    await steps()
      .first()
      .getByText(/^\d{1,2} \w{3,4}$/)
      .waitFor();
  });

  it('is a list on a phone', async () => {
    const { id } = await shown.sandbox.charge();
    const page = await newTab({ viewport: { width: 375, height: 812 } });
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/payments/${id}`);
    await page.getByText('Your server to Tollgate: Create charge, answered 200').waitFor();
    await page.getByRole('button', { name: 'List', pressed: true }).waitFor();
    expect(
      await page.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`),
    ).toBe(false);
  });
});

const unlogged = useOwnGateway({ REQUEST_LOG: 'off' });

describeConsole('story and feed without the request log', unlogged, [], (shown) => {
  it('keep what one request set off together, and name it', async () => {
    const { page, sandbox, receiver } = shown;
    const { id } = await sandbox.charge();
    await receiver.next('charge.create');
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await receiver.next('charge.complete');
    await shown.open(`payments/${id}`);
    const labels = page.locator('.story .story-label');
    await labels.filter({ hasText: 'charge.complete #1' }).waitFor();
    expect((await labels.allInnerTexts()).map((text) => text.trim().replaceAll('\u00a0', ' '))).toEqual([
      'Request (not in the log)',
      'charge.create · MYR 20.00',
      'charge.create #1',
      'Request (not in the log)',
      'charge.complete · successful',
      'charge.complete #1',
    ]);
    await shown.open('');
    const rows = page.getByRole('region', { name: 'Timeline' }).locator('[role=row][data-index]');
    await rows.filter({ hasText: 'charge.complete →' }).waitFor();
    await rows.filter({ hasText: 'charge.create →' }).waitFor();
    expect(shown.trouble).toEqual([]);
  });
});
