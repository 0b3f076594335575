// A shop in one file. It creates a charge for an order, and fulfils the order once the API says that the charge is paid. Node alone, no packages.
//
//   POST /orders/1042         begins the order: creates its charge and returns it
//   GET /orders/1042          returns {"status":"paid","count":1}; count is how often the order was fulfilled
//   GET /orders/1042/return   where the customer returns from the payment page
//   POST /webhooks            where Tollgate sends its events
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** The names that `tollgate exec` and `tollgate sandbox create` set; the defaults are the demo keys, for ALLOW_DEMO_KEYS=true. */
const {
  TOLLGATE_API_URL: apiUrl = 'http://127.0.0.1:7400',
  TOLLGATE_SECRET_KEY: secretKey = 'skey_test_tollgate',
  TOLLGATE_WEBHOOK_SECRET: webhookSecret = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z',
  PORT: port = '3000',
  SHOP_URL: shopUrl = `http://127.0.0.1:${port}`,
} = process.env;

const MAX_AGE_S = 300;
const MAX_BODY_BYTES = 1_000_000;
/** Status and count of each order, by its number. */
const orders = new Map();

createServer((request, response) => {
  answer(request).then(
    ([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error) => {
      console.error(error.message);
      response.writeHead(500).end();
    },
  );
  // All addresses: webhooks come from another container.
}).listen(Number(port), () => console.log(`The shop is open at port ${port}.`));

/** Status and body of an answer. */
async function answer(request) {
  const [, number, action] = /^\/orders\/(\w+)(\/return)?$/.exec(request.url) ?? [];
  if (request.method === 'POST' && request.url === '/webhooks') return takeWebhook(request);
  if (request.method === 'POST' && number) return [201, await begin(number)];
  if (action) await update(orders.get(number)?.charge);
  if (number) return [200, show(number)];
  return [404, { error: 'not found' }];
}

function show(number) {
  const { status, count } = orders.get(number) ?? { status: 'unknown', count: 0 };
  return { status, count };
}

async function begin(number) {
  const order = orders.get(number) ?? { status: 'pending', count: 0 };
  orders.set(number, order);
  const body = new URLSearchParams({
    amount: '2000',
    currency: 'THB',
    'source[type]': 'promptpay',
    return_uri: `${shopUrl}/orders/${number}/return`,
    'metadata[order]': number,
  });
  // Begun twice, an order has one charge.
  const response = await ask('/charges', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': `order-${number}` },
  });
  if (!response.ok) throw new Error(`the charge was refused: ${await response.text()}`);
  const charge = await response.json();
  order.charge = charge.id;
  return charge;
}

async function takeWebhook(request) {
  const body = await read(request);
  if (!isSigned(request.headers, body)) return [401, { error: 'not signed' }];
  const { data } = JSON.parse(body);
  await update(data.object === 'charge' ? data.id : data.charge);
  return [200, {}];
}

/** Asks the API what became of a charge: events may be late, repeated or forged. */
async function update(id) {
  if (!id) return;
  const response = await ask(`/charges/${id}`);
  if (response.status === 404) return;
  // Answered with 500, the event is sent again.
  if (!response.ok) throw new Error(`the charge cannot be retrieved: ${response.status}`);
  const { status, amount, refunded_amount: refunded, metadata } = await response.json();
  const order = orders.get(metadata.order);
  if (!order) return;
  if (status === 'successful' && refunded < amount && order.status !== 'paid') fulfil(order);
  else if (status === 'successful' && refunded === amount) order.status = 'refunded';
  else if (status !== 'successful' && status !== 'pending' && order.status === 'pending')
    order.status = 'failed';
}

/** Nothing is awaited between the check of the count and its change: two events at once fulfil the order once. */
function fulfil(order) {
  order.status = 'paid';
  if (order.count === 0) order.count += 1;
}

function ask(path, { headers, ...request } = {}) {
  return fetch(`${apiUrl}${path}`, {
    ...request,
    headers: { authorization: `Basic ${btoa(`${secretKey}:`)}`, ...headers },
  });
}

/** True if one of the signatures is that of this very body, and it was signed a moment ago. */
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

/** The body as it was sent: parsed and written again, it would have another signature. */
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
