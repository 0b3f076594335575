import type { ServerResponse } from 'node:http';
import type { Locator } from 'playwright-core';
import { until } from '../../rig/until.js';
import { useTabs } from './chromium.js';
import { describeConsole } from './console-in-browser.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
const newTab = useTabs();
const RETURN = { return_uri: 'https://shop.example/return' };

/** Clicks on a payment page. */
const click = (page: unknown, form: Record<string, string>): Promise<Response> =>
  fetch(page as string, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** A sentence of the timeline without what differs from run to run: its time, durations, ports. */
const plain = (name: string): string =>
  name
    .replaceAll('\u00a0', ' ')
    .replace(/^\d\d:\d\d:\d\d\.\d{3}, /, '')
    .replace(/ in [\d.]+ ms/, '')
    .replace(/ · 127\.0\.0\.1:\d+/, '');

describeConsole('the page of a payment', gateway, [], (shown) => {
  const steps = (): Locator => shown.page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const notified = (text: string | RegExp): Promise<void> => shown.page.getByRole('status').getByText(text).waitFor();
  const emulated = (path: string): string => `/api/sandboxes/${shown.sandbox.name}/api/test${path}`;

  const namesOf = async (): Promise<string[]> => {
    const names = await shown.page.evaluate<string[]>(`[...document.querySelectorAll('.story > li')].map((one) => one.ariaLabel)`);
    return names.map(plain);
  };
  /** Opens the payment, and waits until its story has these sentences: webhooks and requests are written after what they are about. */
  const expectStory = async (id: string, story: readonly string[]): Promise<void> => {
    await shown.open(`payments/${id}`);
    await until(async () => (await namesOf()).length >= story.length, 'the story is not complete').catch(() => undefined);
    expect(await namesOf()).toEqual(story);
  };
  const WEBHOOK = 'Tollgate to your endpoint: ';
  const CREATED = ['Customer to Tollgate: Send card details, answered 200', 'Your server to Tollgate: Create charge, answered 200'];
  const PENDING = [...CREATED, 'Tollgate: charge.create · THB 1,000.00', `${WEBHOOK}charge.create #1, answered 200`];

  /** A 3-D Secure charge whose customer enters a wrong password and then pays, a partial refund, and a webhook that fails. */
  const refundedCharge = async (): Promise<string> => {
    const { sandbox, receiver } = shown;
    receiver.answer(({ event }, response) => {
      if (event.key === 'refund.create') response.writeHead(500, { 'content-type': 'text/html' }).end('<html><h1>Oops</h1></html>');
      else response.end();
    });
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ three_d_secure_challenge: 'otp' }).expect(200);
    const { id, authorize_uri: page } = await sandbox.cardCharge({ authentication: '3DS', ...RETURN, metadata: { order: '1042' } });
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

  it('tells its story in sentences, causes before effects', async () => {
    await expectStory(await refundedCharge(), REFUNDED);
    const times = await shown.page.evaluate<string[]>(`[...document.querySelectorAll('.story time')].map((one) => one.dateTime)`);
    expect(times).toEqual(times.toSorted());
    await shown.page
      .getByRole('region', { name: 'Failing webhook: refund.create' })
      .getByText('failed once (500: an HTML page, "Oops").')
      .waitFor();
  });

  it('tells of a customer who is refused, with the code once as code', async () => {
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
    await page.getByRole('definition').filter({ hasText: /^Insufficient/ }).waitFor();
  });

  it('tells of a plain 3-D Secure payment and its dispute', async () => {
    const { sandbox, receiver } = shown;
    const { id, authorize_uri: uri } = await sandbox.cardCharge({ authentication: '3DS', ...RETURN });
    await receiver.next('charge.create');
    await fetch(uri as string);
    await click(uri, { outcome: 'successful' });
    await receiver.next('charge.complete');
    const { id: dispute } = (await sandbox.post(`/charges/${id}/disputes`).expect(200)).body as { id: string };
    await receiver.next('dispute.create');
    await control(gateway).patch(emulated(`/disputes/${dispute}/accept`)).set('Tollgate-Client', 'cli').expect(200);
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

  it('tells of a checkout session from its creation to its payment', async () => {
    const { sandbox, receiver } = shown;
    const asked = {
      amount: 100_000,
      currency: 'THB',
      payment_methods: ['promptpay'],
      redirect_urls: { complete_url: 'https://shop.example/done', cancel_url: 'https://shop.example/cancel' },
    };
    const created = await fetch(`${gateway.settings.payUrl}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}` },
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

  it('tells who made a charge without a key, and who sent its webhook again', async () => {
    const { page, receiver } = shown;
    const asked = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } };
    const { id } = (await control(gateway).post(emulated('/charges')).set('Tollgate-Client', 'console').send(asked).expect(200)).body as {
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
    expect(await arrow.getByRole('link').getAttribute('title')).toBe('Fault "twice": The webhook is delivered 2 times.');
  });

  it('tells the same story without styles, as a diagram and as a list, which it remembers', async () => {
    const { page } = shown;
    const id = await refundedCharge();
    await expectStory(id, REFUNDED);
    const linesOf = async (): Promise<string[]> => {
      await page.evaluate(`document.querySelectorAll('style, link[rel=stylesheet]').forEach((one) => one.remove())`);
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
    // "Customer to Tollgate: Send card details, answered 200" is "Customer → Tollgate", "Send card details" and "200" there.
    const parts = REFUNDED.slice(0, -1).flatMap((sentence) => {
      const customer = /^Customer ([a-z])(?!o )(.*)/.exec(sentence);
      if (customer) return ['Customer', `${customer[1]?.toUpperCase()}${customer[2]}`];
      const [who = '', what = ''] = sentence.split(': ');
      const [label = '', answer] = what.split(', answered ');
      return [who.replace(' to your endpoint', ' → Your endpoint').replace(' to ', ' → '), label, ...(answer ? [answer] : [])];
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

  it('is a list on a phone', async () => {
    const { id } = await shown.sandbox.charge();
    const page = await newTab({ viewport: { width: 375, height: 812 } });
    await page.goto(`${gateway.settings.controlUrl}/#/sandboxes/${shown.sandbox.name}/test/payments/${id}`);
    await page.getByText('Your server to Tollgate: Create charge, answered 200').waitFor();
    await page.getByRole('button', { name: 'List', pressed: true }).waitFor();
    expect(await page.evaluate(`document.documentElement.scrollWidth > document.documentElement.clientWidth`)).toBe(false);
  });

  it('leads by the keyboard alone from an order to its failing webhook, and sends it again', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer(
      (_, response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"PG::ConnectionBad"}'),
    );
    await sandbox.charge({ metadata: { order: '1042' } });
    await receiver.next('charge.create');
    await shown.open('');
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByPlaceholder('An order, an ID, a name, a page or an action');
    await palette.waitFor();
    await page.keyboard.type('1042');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Failing webhook: charge.create' })
      .getByText(/failed once \(500: PG::ConnectionBad\)/)
      .waitFor();
    await palette.waitFor({ state: 'detached' });
    let held: ServerResponse | undefined;
    receiver.answer((_, response) => void (held = response));
    await page.keyboard.press('r');
    const sending = page.getByRole('row', { name: '#2 sending…' });
    await sending.waitFor();
    const box = await sending.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 800).toBe(true);
    expect(await sending.getAttribute('data-chosen')).not.toBeNull();
    await until(() => held !== undefined, 'the webhook is not sent');
    held?.end('ok');
    await notified(/^Attempt 2 delivered · 200 in \d+ ms$/);
    await page.getByRole('button', { name: 'Attempt 2', pressed: true }).waitFor();
    expect(await page.getByRole('row', { name: /sending/ }).count()).toBe(0);
    await page.getByRole('region', { name: 'Failing webhook: charge.create' }).waitFor({ state: 'detached' });
    expect(shown.trouble).toEqual([]);
  });

  it('goes to the requests with g and r, and sends no webhook', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer((_, response) => void response.writeHead(500).end());
    const { id } = await sandbox.charge();
    await receiver.next('charge.create');
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Resend now' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'API requests' }).waitFor();
    expect(receiver.received.length).toBe(1);
  });

  it('disables what the API would refuse, and tells why', async () => {
    const { page, sandbox } = shown;
    const kplus = { amount: 62_000, currency: 'THB', source: { type: 'mobile_banking_kbank' }, ...RETURN };
    const { id } = (await sandbox.post('/charges', kplus)).body as { id: string };
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await shown.open(`payments/${id}`);
    await shown.see('K PLUS is not refundable');
    expect(await page.getByRole('button', { name: 'Refund…' }).isDisabled()).toBe(true);
    const { id: card } = await sandbox.cardCharge();
    await sandbox.post(`/charges/${card}/refunds`, { amount: 100_000 }).expect(200);
    await shown.open(`payments/${card}`);
    await page.getByRole('button', { name: 'Refund…', disabled: true }).waitFor();
    await page.getByText(/^(Nothing left to refund|Already voided)$/).waitFor();
  });

  it('refunds half of what was captured, and says how much of it', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ amount: 300_000 });
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByText('Half', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click();
    await notified('Refunded THB 1,500.00 of THB 3,000.00');
    await page.getByRole('region', { name: 'Related' }).getByRole('link', { name: 'Refund of THB 1,500.00' }).click();
    await page.getByRole('heading', { name: 'Refund of THB 1,500.00' }).waitFor();
    await page.getByRole('definition').getByRole('link', { name: id }).waitFor();
  });

  it('shows nested metadata, and an object as a tree that opens', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.charge({ metadata: { order: '1042', cart: { items: [{ sku: 'tea' }] } } });
    await shown.open(`payments/${id}`);
    await page.getByText('{"items":[{"sku":"tea"}]}').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('[object Object]');
    const json = page.getByRole('region', { name: 'JSON' });
    expect(await json.getByText('authorization_type').count()).toBe(0);
    await json.getByText(/^{ \d+ fields }$/).click();
    await json.getByText('authorization_type').waitFor();
  });

  it('tells that the timeline or a signature could not be loaded', async () => {
    const { page, sandbox, receiver } = shown;
    const { id } = await sandbox.charge();
    await receiver.next('charge.create');
    await page.route('**/timeline?*related*', (route) =>
      route.fulfill({ status: 503, json: { code: 'service_unavailable', message: 'away' } }),
    );
    await shown.open(`payments/${id}`);
    await page.getByRole('alert', { name: "Couldn't load the timeline" }).waitFor();
    await page.unrouteAll();
    await shown.open('webhooks');
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.route(`**/api/sandboxes/${sandbox.name}`, (route) =>
      route.fulfill({ status: 400, json: { code: 'bad_request', message: 'no' } }),
    );
    await page.getByRole('tab', { name: 'Signature' }).click();
    await page.getByRole('alert', { name: "Couldn't load the signature check" }).waitFor();
  });

  it('walks through the attempts of a webhook with the arrow keys, and shows what was sent and answered', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer((_, response) => void response.writeHead(500, { 'content-type': 'text/plain' }).end('{"error":"first"}'));
    await sandbox.charge();
    const sent = await receiver.next('charge.create');
    await shown.open('webhooks');
    // Without the messages of earlier specs.
    await page.reload();
    await page.getByRole('link', { name: 'charge.create' }).click();
    await shown.see('1 of 1 attempt failed. Last: 500 at');
    receiver.answer((_, response) => void response.end('<b>second</b>'));
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await notified(/^Attempt 2 delivered/);
    await page.getByRole('region', { name: 'Response body' }).getByText('<b>second</b>').waitFor();
    await page.getByRole('region', { name: 'Attempts' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Attempt 1', pressed: true }).waitFor();
    await page.getByRole('region', { name: 'Response body' }).getByText('error: "first"').waitFor();
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByRole('region', { name: 'Response body' }).getByText('{"error":"first"}').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByRole('table', { name: 'Request headers' }).getByText(String(sent.headers['omise-signature'])).waitFor();
    await page.getByRole('tab', { name: 'Signature' }).click();
    await shown.see('Signature valid');
    await page.getByText('PHP', { exact: true }).click();
    await shown.see(/hash_equals/);
    await page.getByRole('tab', { name: 'Timing' }).click();
    await shown.see('First byte after');
  });

  it('sends a webhook to another URL', async () => {
    const { page, sandbox, receiver } = shown;
    await sandbox.charge();
    await receiver.next('charge.create');
    await shown.open('webhooks');
    // Without the messages of earlier specs.
    await page.reload();
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.getByRole('button', { name: 'Resend to…' }).click();
    const send = page.getByRole('button', { name: 'Resend to this URL' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('textbox', { name: 'URL' }).fill(receiver.uri.replace(/hook$/, 'elsewhere'));
    await send.click();
    await notified(/^Attempt 2 delivered/);
    await receiver.next(({ path }) => path === '/elsewhere');
  });

  it('ends every action in a message', async () => {
    const { page, sandbox } = shown;
    const press = async (place: string, button: string, message: string | RegExp, confirm?: string): Promise<void> => {
      await shown.open(place);
      // At most five messages are shown at once.
      await page.reload();
      await page.getByRole('button', { name: button, exact: true }).click();
      if (confirm) await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
      await notified(message);
    };
    const made = async (path: string, form: object): Promise<string> => ((await sandbox.post(path, form)).body as { id: string }).id;
    const authorized = (): Promise<{ readonly id: string }> => sandbox.cardCharge({ capture: false });
    await press(`payments/${(await sandbox.charge()).id}`, 'Mark as failed…', 'Payment failed: payment_rejected', 'Mark as failed');
    await press(`payments/${(await sandbox.charge()).id}`, 'Expire now', 'Charge expired');
    await press(`payments/${(await authorized()).id}`, 'Capture', 'Captured THB 1,000.00');
    await press(`payments/${(await authorized()).id}`, 'Reverse authorization', 'Authorization reversed');
    const { id: disputed } = await sandbox.cardCharge();
    await press(`payments/${disputed}`, 'Open dispute', 'Dispute opened');
    const { dispute } = (await sandbox.get(`/charges/${disputed}`)).body as { dispute: { id: string } };
    await press(`objects/disputes/${dispute.id}`, 'Accept', 'Dispute accepted');
    const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
    const recipient = await made('/recipients', { name: 'Somchai Prasert', type: 'individual', bank_account: account });
    await press(`objects/recipients/${recipient}`, 'Verify', 'Recipient verified');
    await control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send({ by: '10d' }).expect(200);
    const transfer = await made('/transfers', { amount: 5_000, recipient });
    await press(`objects/transfers/${transfer}`, 'Mark as sent', 'Transfer sent');
    await press(`objects/transfers/${transfer}`, 'Mark as paid', 'Transfer paid');
    const customer = await made('/customers', { email: 'ann@shop.example' });
    await press(`objects/customers/${customer}`, 'Delete customer…', 'Customer deleted', 'Delete customer');
    await shown.see('Deleted');
  });

  it('titles other objects by what they are, with their facts, lists and actions', async () => {
    const { page, sandbox } = shown;
    const { id: customer } = (await sandbox.post('/customers', { email: 'ann@shop.example', card: await sandbox.token() })).body as {
      id: string;
    };
    const { id: charge } = (await sandbox.post('/charges', { amount: 20_000, currency: 'THB', customer })).body as { id: string };
    await shown.open(`objects/customers/${customer}`);
    await page.getByRole('heading', { name: 'ann@shop.example' }).waitFor();
    await page.getByRole('region', { name: 'Cards' }).getByRole('link', { name: 'Visa •4242' }).waitFor();
    await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: 'THB 200.00' }).click();
    await page.getByRole('heading', { name: 'THB 200.00' }).waitFor();
    await sandbox.post(`/charges/${charge}/disputes`).expect(200);
    const { data } = (await control(gateway).get(emulated('/disputes')).expect(200)).body as { data: [{ id: string }] };
    await shown.open(`objects/disputes/${data[0].id}`);
    await page.getByRole('heading', { name: 'Dispute of THB 200.00' }).waitFor();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await notified('Dispute lost');
    await page.getByRole('button', { name: 'Mark as won', disabled: true }).waitFor();
    await shown.see('Already lost');
    expect(shown.trouble).toEqual([]);
  });
});
