// A shop in one file: it makes a charge for an order, takes the webhook that says how it ended, and answers "paid". Node alone, no packages.
//
//   POST /orders/1042   makes a charge and answers it
//   GET /orders/1042    answers pending, paid, failed or unknown
//   POST /webhooks      is where Tollgate sends its events
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** The names that `tollgate exec` and `tollgate sandbox create` give them; what everyone knows otherwise, for ALLOW_DEMO_KEYS=true. */
const {
  TOLLGATE_API_URL: apiUrl = 'http://127.0.0.1:7400',
  TOLLGATE_SECRET_KEY: secretKey = 'skey_test_tollgate',
  TOLLGATE_WEBHOOK_SECRET: webhookSecret = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z',
  PORT: port = '3000',
} = process.env;

const MAX_AGE_S = 300;
const MAX_BODY_BYTES = 100_000;
/** What became of each order, by its number. */
const orders = new Map();

createServer((request, response) => {
  answer(request).then(
    ([status, text]) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text),
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
  // All addresses: webhooks come from another container.
}).listen(Number(port), () => console.log(`The shop is open at port ${port}.`));

/** Status and text of an answer. */
async function answer(request) {
  const [, order] = /^\/orders\/(\w+)$/.exec(request.url) ?? [];
  if (request.method === 'POST' && request.url === '/webhooks') return takeWebhook(request);
  if (request.method === 'POST' && order) return [201, await charge(order)];
  if (request.method === 'GET' && order) return [200, orders.get(order) ?? 'unknown'];
  return [404, 'not found'];
}

async function charge(order) {
  if (!orders.has(order)) orders.set(order, 'pending');
  // Asked for twice, it is one charge.
  const body = new URLSearchParams({
    amount: '2000',
    currency: 'THB',
    'source[type]': 'promptpay',
    'metadata[order]': order,
  });
  const headers = { authorization: `Basic ${btoa(`${secretKey}:`)}`, 'idempotency-key': `order-${order}` };
  const response = await fetch(`${apiUrl}/charges`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`the charge is refused: ${await response.text()}`);
  return response.text();
}

async function takeWebhook(request) {
  const body = await read(request);
  if (!isSigned(request.headers, body)) return [401, 'not signed'];
  const { key, data } = JSON.parse(body);
  const order = data.metadata?.order;
  // A webhook may come twice, and late: what is paid stays paid.
  if (key === 'charge.complete' && orders.has(order) && orders.get(order) !== 'paid')
    orders.set(order, data.status === 'successful' ? 'paid' : 'failed');
  return [200, 'thanks'];
}

/** Whether one of the signatures is that of this very body, and it was signed a moment ago. */
function isSigned({ 'omise-signature': signatures = '', 'omise-signature-timestamp': timestamp = '' }, body) {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < MAX_AGE_S)) return false;
  const expected = createHmac('sha256', Buffer.from(webhookSecret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest();
  return signatures.split(',').some((text) => {
    const given = Buffer.from(text.trim(), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The body as it was sent: once parsed and written again, it would have another signature. */
async function read(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
