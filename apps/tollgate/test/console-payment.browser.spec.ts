import type { ServerResponse } from 'node:http';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import { control } from './sandbox.js';

const gateway = useOwnGateway();
const RETURN = { return_uri: 'https://shop.example/return' };

describeConsole('the page of a payment', gateway, [], (shown) => {
  const notified = (text: string | RegExp): Promise<void> =>
    shown.page.getByRole('status').getByText(text).waitFor();
  const emulated = (path: string): string => `/api/sandboxes/${shown.sandbox.name}/api/test${path}`;

  it('leads by the keyboard alone from an order to its failed webhook, and sends it again', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer(
      (_, response) =>
        void response
          .writeHead(500, { 'content-type': 'application/json' })
          .end('{"error":"PG::ConnectionBad"}'),
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
      .getByRole('region', { name: 'Failed webhook: charge.create' })
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
    await page.getByRole('region', { name: 'Failed webhook: charge.create' }).waitFor({ state: 'detached' });
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
    await page.getByText(/^(Nothing left to refund|Fully refunded \(voided the same day\))$/).waitFor();
  });

  it('refunds half of what was captured by two clicks, and says how much of it', async () => {
    const { page, sandbox } = shown;
    const { id } = await sandbox.cardCharge({ amount: 300_000 });
    await shown.open(`payments/${id}`);
    await page.getByRole('button', { name: 'Refund…' }).waitFor();
    await page.evaluate(`clicks = 0; addEventListener('click', () => (clicks += 1), true)`);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByRole('button', { name: /^Refund half · THB.1,500\.00$/ }).click();
    await notified('Refunded THB 1,500.00 of THB 3,000.00');
    expect(await page.evaluate('clicks')).toBe(2);
    await page
      .getByRole('region', { name: 'Related' })
      .getByRole('link', { name: 'Refund of THB 1,500.00' })
      .click();
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
    await page.route(`**/api/sandboxes/${sandbox.name}`, (route) =>
      route.fulfill({ status: 400, json: { code: 'bad_request', message: 'no' } }),
    );
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.getByRole('tab', { name: 'Signature' }).click();
    await page.getByRole('alert', { name: "Couldn't load the signature check" }).waitFor();
  });

  it('walks through the attempts of a webhook with the arrow keys, and shows what was sent and answered', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer(
      (_, response) =>
        void response.writeHead(500, { 'content-type': 'text/plain' }).end('{"error":"first"}'),
    );
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
    await page.getByRole('tab', { name: 'Response' }).click();
    await page.getByRole('region', { name: 'Response body' }).getByText('<b>second</b>').waitFor();
    await page.getByRole('region', { name: 'Attempts' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Attempt 1', pressed: true }).waitFor();
    await page.getByRole('region', { name: 'Response body' }).getByText('error: "first"').waitFor();
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByRole('region', { name: 'Response body' }).getByText('{"error":"first"}').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page
      .getByRole('table', { name: 'Request headers' })
      .getByText(String(sent.headers['omise-signature']))
      .waitFor();
    await page.getByRole('tab', { name: 'Signature' }).click();
    await shown.see('Signature valid');
    await page.getByText('PHP', { exact: true }).click();
    await shown.see(/hash_equals/);
    await page.getByRole('tab', { name: 'Timing' }).click();
    await shown.see('First byte after');
  });

  it('shows a webhook as a fault changed it', async () => {
    const { page, sandbox, receiver } = shown;
    const patch = { data: { description: 'patched' } };
    await setFault(sandbox, { on: 'webhook', match: { key: 'charge.create' }, do: { patch } });
    await sandbox.charge();
    await receiver.next(({ text }) => text.includes('"description": "patched"'));
    await shown.open('webhooks');
    // Without the messages of earlier specs.
    await page.reload();
    await page.getByRole('link', { name: 'charge.create' }).click();
    // A delivered webhook shows what was sent, and that its signature is valid.
    await page.getByRole('tab', { name: 'Signature valid' }).waitFor();
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByRole('region', { name: 'Request body' }).getByText('"description": "patched"').waitFor();
    await page.getByRole('tab', { name: 'Signature' }).click();
    await shown.see('Signature valid');
  });

  it('shows on the tab that a signature is invalid', async () => {
    const { page, sandbox, receiver } = shown;
    await setFault(sandbox, { on: 'webhook', match: { key: 'charge.create' }, do: { wrong_signature: 1 } });
    await sandbox.charge();
    await receiver.next('charge.create');
    await shown.open('webhooks');
    await page.reload();
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.getByRole('tab', { name: 'Signature invalid' }).click();
    await shown.see('Signature invalid: your endpoint should reject it');
    await page.setViewportSize({ width: 375, height: 800 });
    const bottoms = `new Set([...document.querySelectorAll('.attempt-tabs > *')].map((one) => one.getBoundingClientRect().bottom)).size`;
    expect(await page.evaluate<number>(bottoms)).toBe(1);
    await page.setViewportSize({ width: 1440, height: 900 });
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
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'URL' })
      .fill(receiver.uri.replace(/hook$/, 'elsewhere'));
    await send.click();
    await notified(/^Attempt 2 delivered/);
    await receiver.next(({ path }) => path === '/elsewhere');
  });

  it('ends every action in a message', async () => {
    const { page, sandbox } = shown;
    const press = async (
      place: string,
      button: string,
      message: string | RegExp,
      confirm?: string,
    ): Promise<void> => {
      await shown.open(place);
      // At most five messages are shown at once.
      await page.reload();
      await page.getByRole('button', { name: button, exact: true }).click();
      if (confirm) await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
      await notified(message);
    };
    const made = async (path: string, form: object): Promise<string> =>
      ((await sandbox.post(path, form)).body as { id: string }).id;
    const authorized = (): Promise<{ readonly id: string }> => sandbox.cardCharge({ capture: false });
    await press(
      `payments/${(await sandbox.charge()).id}`,
      'Mark as failed…',
      'Payment failed: payment_rejected',
      'Mark as failed',
    );
    await press(`payments/${(await sandbox.charge()).id}`, 'Expire now', 'Charge expired');
    await press(`payments/${(await authorized()).id}`, 'Capture', 'Captured THB 1,000.00');
    await press(`payments/${(await authorized()).id}`, 'Reverse authorization', 'Authorization reversed');
    const { id: disputed } = await sandbox.cardCharge();
    await press(`payments/${disputed}`, 'Open dispute', 'Dispute opened');
    const { dispute } = (await sandbox.get(`/charges/${disputed}`)).body as { dispute: { id: string } };
    await press(`objects/disputes/${dispute.id}`, 'Accept', 'Dispute accepted');
    const account = { brand: 'scb', number: '1234567890', name: 'Somchai Prasert' };
    const recipient = await made('/recipients', {
      name: 'Somchai Prasert',
      type: 'individual',
      bank_account: account,
    });
    await press(`objects/recipients/${recipient}`, 'Verify', 'Recipient verified');
    await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
      .send({ by: '10d' })
      .expect(200);
    const transfer = await made('/transfers', { amount: 5_000, recipient });
    await press(`objects/transfers/${transfer}`, 'Mark as sent', 'Transfer sent');
    await press(`objects/transfers/${transfer}`, 'Mark as paid', 'Transfer paid');
    const customer = await made('/customers', { email: 'ann@shop.example' });
    await press(`objects/customers/${customer}`, 'Delete customer…', 'Customer deleted', 'Delete customer');
    await shown.see('Deleted');
  });

  it('titles other objects by what they are, with their facts, lists and actions', async () => {
    const { page, sandbox } = shown;
    const { id: customer } = (
      await sandbox.post('/customers', { email: 'ann@shop.example', card: await sandbox.token() })
    ).body as {
      id: string;
    };
    const { id: charge } = (await sandbox.post('/charges', { amount: 20_000, currency: 'THB', customer }))
      .body as { id: string };
    await shown.open(`objects/customers/${customer}`);
    await page.getByRole('heading', { name: 'ann@shop.example' }).waitFor();
    await page.getByRole('region', { name: 'Cards' }).getByRole('link', { name: 'Visa •4242' }).waitFor();
    await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: 'THB 200.00' }).click();
    await page.getByRole('heading', { name: 'THB 200.00' }).waitFor();
    await sandbox.post(`/charges/${charge}/disputes`).expect(200);
    const { data } = (await control(gateway).get(emulated('/disputes')).expect(200)).body as {
      data: [{ id: string }];
    };
    await shown.open(`objects/disputes/${data[0].id}`);
    await page.getByRole('heading', { name: 'Dispute of THB 200.00' }).waitFor();
    await page.getByRole('button', { name: 'Mark as lost' }).click();
    await notified('Dispute lost');
    await page.getByRole('button', { name: 'Mark as won', disabled: true }).waitFor();
    await shown.see('Already lost');
    expect(shown.trouble).toEqual([]);
  });
});
