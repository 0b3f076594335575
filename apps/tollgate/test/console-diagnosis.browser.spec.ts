import { createHmac } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { until } from '#platform/testing/until.js';
import { describeConsole } from './console-in-browser.js';
import { setFault } from './faults.js';
import { useOwnGateway } from './harness.js';
import type { ReceivedWebhook } from './receiver.js';
import { control, createSandbox } from './sandbox.js';

const gateway = useOwnGateway();

type Compute = (webhook: ReceivedWebhook) => string;

describeConsole('the diagnosis of webhooks in the console', gateway, [], (shown) => {
  const timeOf = ({ headers }: ReceivedWebhook): string => String(headers['omise-signature-timestamp']);
  const signatureOf = ({ headers }: ReceivedWebhook): string => String(headers['omise-signature']);
  const hmac = (text: string, key: string | Buffer): string =>
    createHmac('sha256', key).update(text).digest('hex');
  const secret = (): string => shown.sandbox.body.webhook_secret;
  const key = (): Buffer => Buffer.from(secret(), 'base64');
  const diagnosis = (): Locator => shown.page.getByRole('status', { name: 'Diagnosis' });

  /** The webhook of a new charge, whose endpoint answers 401 with the signature that it computed. */
  const rejected = async (
    compute: Compute,
    write = (got: string, right: string) =>
      JSON.stringify({ error: 'signature mismatch', expected: right, got }),
  ) => {
    const { sandbox, receiver } = shown;
    let computed = '';
    receiver.answer((webhook, response) => {
      computed = compute(webhook);
      response.writeHead(401).end(write(computed, signatureOf(webhook)));
    });
    await sandbox.charge();
    await receiver.next('charge.create');
    const path = `/api/sandboxes/${sandbox.name}/deliveries`;
    const { body } = await control(gateway)
      .get(`${path}?key=charge.create&status=retrying&wait=10s`)
      .expect(200);
    const { id } = (body as { data: { id: string }[] }).data[0] ?? { id: '' };
    // A run of digits can look like a card number, which is masked in a response: then the next second's is sent.
    while (/\d{13}/.test(computed))
      await control(gateway).post(`${path}/${id}/redeliver`).send({}).expect(200);
    await shown.open(`webhooks/${id}`);
  };
  const openSignature = (): Promise<void> =>
    shown.page.getByRole('tab', { name: 'Signature valid, but rejected' }).click();
  const paste = (value: string): Promise<void> => shown.page.getByLabel('Your signature').fill(value);

  it('shows the mistake of a rejected signature that the response has, and the corrected line', async () => {
    const { page } = shown;
    await rejected((webhook) => hmac(`${timeOf(webhook)}.${webhook.text}`, secret()));
    const response = page.getByRole('tabpanel', { name: 'Response' });
    await response.getByText('Your endpoint rejected a valid signature.').waitFor();
    await response.getByText('Your code uses the secret as text; decode it from Base64.').waitFor();
    await response.getByRole('button', { name: 'Show fix' }).click();
    await shown.see('Your endpoint rejected a valid signature');
    await diagnosis().getByText('Your code uses the secret as text; decode it from Base64.').waitFor();
    await diagnosis().getByText("const key = Buffer.from(secret, 'base64');").waitFor();
    await page.getByText('Python', { exact: true }).click();
    await diagnosis().getByText('key = base64.b64decode(secret)').waitFor();
    await page.reload();
    await openSignature();
    await diagnosis().getByText('key = base64.b64decode(secret)').waitFor();
    await page.getByText('Node', { exact: true }).click();
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
    );
    expect(stored).not.toContain(secret());
  });

  const mistakes: readonly (readonly [name: string, compute: Compute, said: readonly string[]])[] = [
    [
      'a body printed again by PHP',
      (webhook) => {
        const printed = JSON.stringify(JSON.parse(webhook.text)).replaceAll('/', String.raw`\/`);
        return hmac(`${timeOf(webhook)}.${printed.replaceAll('{}', '[]')}`, key());
      },
      [
        "Your code parses the body and writes it again as compact JSON with escaped slashes and non-ASCII characters, and [] for {}, as PHP's json_encode does; sign the bytes that arrived.",
        'express.raw',
      ],
    ],
    [
      'a body signed alone, with the secret as text, in Base64',
      ({ text }) => createHmac('sha256', secret()).update(text).digest('base64'),
      [
        'Your code uses the secret as text; decode it from Base64.',
        'Your code signs the body without the timestamp; sign timestamp, dot and body.',
        'Your code writes Base64; write lower-case hex.',
      ],
    ],
    [
      'milliseconds',
      (webhook) => hmac(`${timeOf(webhook)}000.${webhook.text}`, key()),
      ['Your code signs the timestamp in milliseconds; use the seconds of the header unchanged.'],
    ],
  ];

  it.each(mistakes)('names the mistake of %s', async (_, compute, said) => {
    await rejected(compute);
    await openSignature();
    for (const text of said) await diagnosis().getByText(text).first().waitFor();
  });

  it('finds the signature in a page and in text, and the secret of another sandbox', async () => {
    const other = await createSandbox(gateway);
    const compute: Compute = (webhook) =>
      hmac(`${timeOf(webhook)}.${webhook.text}`, Buffer.from(other.body.webhook_secret, 'base64'));
    await rejected(
      compute,
      (got) =>
        `<!DOCTYPE html><html><body><pre>InvalidSignature: computed &#39;${got}&#39;</pre></body></html>`,
    );
    await openSignature();
    await diagnosis()
      .getByText(
        `Your code uses the secret of sandbox ${other.name}; use the webhook secret of this sandbox.`,
      )
      .waitFor();
  });

  it('tells from a pasted value that the comparison is at fault, or which bytes to compare', async () => {
    const { page, receiver } = shown;
    await rejected(
      () => 'no signature',
      () => 'signature mismatch',
    );
    await page.getByRole('button', { name: 'Find mistake' }).click();
    await page.getByLabel('Your signature').waitFor();
    expect(await diagnosis().innerText()).toBe('');
    const sent = receiver.received.at(-1) as ReceivedWebhook;
    await paste(signatureOf(sent));
    await diagnosis()
      .getByText(/^Your code computes the right signature, so its comparison/)
      .waitFor();
    await diagnosis()
      .getByText(/timingSafeEqual|given === expected/)
      .waitFor();
    await paste('0123456789abcdef'.repeat(4));
    await diagnosis().getByText('No usual mistake gives this value.').waitFor();
    const size = timeOf(sent).length + 1 + Buffer.byteLength(sent.text);
    await diagnosis()
      .getByText(`${size.toLocaleString('en')} bytes`)
      .waitFor();
    await paste('mismatch');
    await shown.see('Not 64 hex characters, nor Base64 of 32 bytes');
    await paste(hmac(sent.text, key()));
    await diagnosis()
      .getByText('Your code signs the body without the timestamp; sign timestamp, dot and body.')
      .waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('understands several signatures in the header', async () => {
    const { page, sandbox, receiver } = shown;
    await setFault(sandbox, { on: 'webhook', match: { key: 'charge.create' }, do: { two_signatures: true } });
    await rejected(
      () => '',
      () => 'signature mismatch',
    );
    await openSignature();
    const [first = '', second = ''] = signatureOf(receiver.received.at(-1) as ReceivedWebhook).split(',');
    await paste(second);
    await diagnosis()
      .getByText(/has 2 signatures, separated by commas; compare with each of them/)
      .waitFor();
    await paste(first);
    await diagnosis()
      .getByText(/^This is another of the 2 signatures in Omise-Signature/)
      .waitFor();
    expect(await page.getByLabel('Your signature').inputValue()).toBe(first);
  });

  it('does not blame the signature for a missing route', async () => {
    const { page, sandbox, receiver } = shown;
    receiver.answer((_, response) => void response.writeHead(404).end('no route'));
    await sandbox.charge();
    await receiver.next('charge.create');
    await shown.open('webhooks');
    await page.getByRole('link', { name: 'charge.create' }).click();
    await page.getByRole('tab', { name: 'Signature valid', exact: true }).click();
    await shown.see('Signature valid');
    expect(await page.getByText('rejected a valid signature').count()).toBe(0);
  });

  it('shows an HTML page as text, with its error first', async () => {
    const { page, sandbox, receiver } = shown;
    const html = `<!DOCTYPE html><html><head><title>Action Controller: Exception caught</title><style>h1 { color: red }</style></head>
      <body><header><h1>PG::ConnectionBad in WebhooksController#create</h1></header>
      <h2>could not connect to server: Connection refused</h2><pre>app/models/order.rb:12\napp/models/cart.rb:9</pre></body></html>`;
    receiver.answer((_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(html));
    const { id } = await sandbox.charge();
    await receiver.next('charge.create');
    await shown.open(`payments/${id}`);
    const banner = page.getByRole('region', { name: 'Failed webhook: charge.create' });
    await banner
      .getByText('failed once (500: PG::ConnectionBad: could not connect to server: Connection refused).')
      .waitFor();
    await banner.getByRole('button', { name: 'Inspect' }).click();
    const inspector = page.getByRole('complementary', { name: 'Webhook' });
    await inspector
      .getByRole('row', { name: /^Attempt 1/ })
      .getByText('PG::ConnectionBad: could not connect')
      .waitFor();
    const body = inspector.getByRole('region', { name: 'Response body' });
    expect((await body.innerText()).split('\n')).toEqual([
      'PG::ConnectionBad in WebhooksController#create',
      'could not connect to server: Connection refused',
      'app/models/order.rb:12',
      'app/models/cart.rb:9',
    ]);
    const isWide = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('[aria-label="Response body"]'))`;
    expect(await page.evaluate<boolean>(isWide)).toBe(false);
    await inspector.getByRole('button', { name: 'Raw' }).click();
    await body.getByText('<!DOCTYPE html>').waitFor();
    // The inspector has the only button that resends it.
    expect(await page.getByRole('button', { name: /^(Resend now|Inspect|Send now)$/ }).count()).toBe(0);
    await inspector.getByRole('button', { name: 'Resend', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Resend now' }).waitFor();
    await page.getByRole('button', { name: 'Send now', exact: true }).waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('shows a failing endpoint with its responses, resends its webhooks, and forgets it once it delivers', async () => {
    const { page, sandbox, receiver } = shown;
    const answers = (status: number, body: string): void =>
      receiver.answer((_, response) => void response.writeHead(status).end(body));
    const fails = async (count: number): Promise<void> => {
      const where = { accountId: await sandbox.accountId(), status: { gte: 400 } };
      await until(
        async () => (await gateway.database.webhookAttempt.count({ where })) === count,
        'none fails',
      );
    };
    answers(404, 'no route');
    await sandbox.charge();
    await fails(1);
    answers(500, '{"error":"PG::ConnectionBad","message":"no server"}');
    await sandbox.charge();
    await fails(2);
    await shown.open('webhooks');
    const banner = page.getByRole('region', { name: `Failing endpoint: ${receiver.uri}` });
    await banner.getByText('500 PG::ConnectionBad: no server ×1, 404 no route ×1').waitFor();
    // It is live.
    await sandbox.charge();
    await banner
      .getByText(`${receiver.uri} fails: 500 PG::ConnectionBad: no server ×2, 404 no route ×1`)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Resend all retrying…' }).count()).toBe(0);
    await banner.getByRole('link', { name: 'Show only these' }).click();
    await page.getByText(`Endpoint: ${receiver.uri}`).waitFor();
    await banner.getByRole('link', { name: 'Show all' }).click();
    await page.getByText(`Endpoint: ${receiver.uri}`).waitFor({ state: 'detached' });
    answers(200, 'ok');
    await banner.getByRole('button', { name: 'Resend 3' }).click();
    await page.getByRole('button', { name: 'Resend 3 webhooks' }).click();
    await page.getByRole('status').getByText('Resent 3 webhooks: 3 delivered').waitFor();
    await banner.waitFor({ state: 'detached' });
    // It comes back, and goes with the next webhook of the same event that is delivered.
    answers(503, '');
    await sandbox.charge();
    await banner.getByText(`${receiver.uri} fails: 503 ×1`).waitFor();
    answers(200, 'ok');
    await sandbox.charge();
    await banner.waitFor({ state: 'detached' });
    // The failed one is still retried.
    await page.getByRole('button', { name: 'Resend all retrying…' }).click();
    await page.getByRole('button', { name: 'Resend 1 retrying webhook' }).click();
    await page.getByRole('button', { name: 'Resend all retrying…' }).waitFor({ state: 'detached' });
    expect(shown.trouble).toEqual([]);
  });
});
