// A shop in one file. It creates a charge for an order, and fulfils the order once the API says that the charge is paid. Node alone, no packages.
//
//   POST /orders/1042         begins the order: returns its charge, and after a failure a new one. JSON, all optional:
//                             {"amount":2000,"currency":"THB","method":"promptpay"}; for "method":"card" also "card":"tokn_…",
//                             and "every":"month" for a subscription: a schedule, which charges the card every 30 days
//   GET /orders/1042          returns {"status":"paid","count":1,"amount":2000,"currency":"THB","refunded":0,"payments":1}:
//                             count is how often the order was fulfilled, a subscription for each payment; payments how often it was paid
//   GET /orders/1042/return   where the customer returns from the payment page
//   POST /webhooks            where Tollgate sends its events
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The names that `tollgate exec` and `tollgate sandbox create` set; the defaults are the demo keys, for ALLOW_DEMO_KEYS=true. */
const {
  TOLLGATE_API_URL: apiUrl = 'http://127.0.0.1:7400',
  TOLLGATE_SECRET_KEY: secretKey = 'skey_test_tollgate',
  // No default beside a key of its own: anyone could sign with it.
  TOLLGATE_WEBHOOK_SECRET: webhookSecret = secretKey === 'skey_test_tollgate'
    ? 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z'
    : '',
  PORT: port = '3000',
  SHOP_URL: shopUrl = `http://127.0.0.1:${port}`,
  // Without it, the orders are lost when the shop ends.
  ORDERS_FILE: file = '',
} = process.env;

const MAX_AGE_S = 300;
const MAX_BODY_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;
const PHONE_NUMBER = '0812345678';
/** Each order with what is known of its charges, by its number. */
const orders = new Map(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
/** The orders that are being begun. */
const beginnings = new Map();

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
  if (request.method === 'POST' && number) return begin(number, JSON.parse((await read(request)) || '{}'));
  if (action) await updateAll(orders.get(number));
  if (number) return [200, show(orders.get(number))];
  return [404, { error: 'not found' }];
}

function show(order) {
  if (!order) return { status: 'unknown', count: 0 };
  const { count, amount, currency, charges } = order;
  const paid = Object.values(charges).filter(({ status }) => status === 'successful');
  const refunded = paid.reduce((sum, charge) => sum + charge.refunded, 0);
  return { status: statusOf(order), count, amount, currency, refunded, payments: paid.length };
}

function statusOf({ charges, form, schedule }) {
  const all = Object.values(charges);
  const paid = all.filter(({ status }) => status === 'successful');
  if (paid.some(({ amount, refunded }) => refunded < amount)) return 'paid';
  if (paid.length > 0) return 'refunded';
  return form || schedule || all.some(({ status }) => status === 'pending') ? 'pending' : 'failed';
}

/** Begun twice at once, an order has one charge. */
function begin(number, wish) {
  const beginning = beginnings.get(number) ?? attempt(number, wish).finally(() => beginnings.delete(number));
  beginnings.set(number, beginning);
  return beginning;
}

async function attempt(number, wish) {
  const { amount = 2000, currency = 'THB', every } = wish;
  const order = orders.get(number) ?? { amount, currency, every, count: 0, attempts: 0, charges: {} };
  orders.set(number, order);
  // The answer to the last attempt was lost.
  if (order.form) await charge(number, order);
  const charges = await updateAll(order);
  const inState = (wanted) => charges.find(({ status }) => status === wanted);
  const open = order.schedule ?? inState('successful') ?? inState('pending');
  if (open) return [201, open];
  order.attempts += 1;
  const form = order.every ? await subscriptionOf(number, order, wish) : formOf(number, order, wish);
  order.form = form.toString();
  save();
  return charge(number, order);
}

function formOf(number, { amount, currency, attempts }, { method = 'promptpay', card = '' }) {
  return new URLSearchParams({
    amount,
    currency,
    ...(method === 'card' ? { card } : { 'source[type]': method }),
    ...(method === 'truemoney' && { 'source[phone_number]': PHONE_NUMBER }),
    return_uri: `${shopUrl}/orders/${number}/return`,
    'metadata[order]': number,
    'metadata[attempt]': attempts,
  });
}

/** The schedule of a subscription. Its charges are those of a customer, who has the card. */
async function subscriptionOf(number, { amount, currency, attempts }, { card = '' }) {
  const response = await ask('/customers', { method: 'POST', body: new URLSearchParams({ card }) });
  const { id: customer, message } = await response.json();
  if (!response.ok) throw new Error(`the card cannot be saved: ${message}`);
  return new URLSearchParams({
    every: 30,
    period: 'day',
    end_date: '2099-12-31',
    'charge[customer]': customer,
    'charge[amount]': amount,
    'charge[currency]': currency,
    'charge[metadata][order]': number,
    'charge[metadata][attempt]': attempts,
  });
}

/** Sent again with the same key, an attempt has the same charge. Its form is forgotten once it is answered. */
async function charge(number, order) {
  const response = await ask(order.every ? '/schedules' : '/charges', {
    method: 'POST',
    body: new URLSearchParams(order.form),
    headers: { 'idempotency-key': `order-${number}-${order.attempts}` },
  });
  const { status, ok } = response;
  if (status === 429 || status >= 500) throw new Error(`the charge cannot be created: ${status}`);
  const body = await response.json();
  delete order.form;
  if (body.object === 'charge') learn(body);
  if (body.object === 'schedule') order.schedule = { object: body.object, id: body.id };
  save();
  return [ok ? 201 : 422, body];
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
  // An event of a schedule, whose charges have events of their own.
  if (typeof id !== 'string') return;
  const response = await ask(`/charges/${id}`);
  if (response.status === 404) return;
  // Answered with 500, the event is sent again.
  if (!response.ok) throw new Error(`the charge cannot be retrieved: ${response.status}`);
  const answered = await response.json();
  learn(answered);
  return answered;
}

/** The order's charges, those that the API still has. */
async function updateAll(order) {
  const charges = await Promise.all(Object.keys(order?.charges ?? {}).map(update));
  return charges.filter(Boolean);
}

/** Of two answers at once the older may come last: nothing that is final changes again. */
function learn({ id, status, amount, refunded_amount: refunded, metadata }) {
  const order = orders.get(metadata.order);
  if (!order) return;
  // If the answer was lost, an event brings the charge too, but not the schedule.
  if (!order.every && metadata.attempt === String(order.attempts)) delete order.form;
  const known = (order.charges[id] ??= { status, amount, refunded });
  if (known.status === 'pending') known.status = status;
  known.refunded = Math.max(known.refunded, refunded);
  if (statusOf(order) === 'paid') fulfil(order);
  save();
}

/** Nothing is awaited between the check of the count and its change: two events at once fulfil the order once. */
function fulfil(order) {
  const payments = Object.values(order.charges).filter(({ status }) => status === 'successful').length;
  const due = order.every ? payments : 1;
  if (order.count < due) order.count += 1;
}

/** Written beside it and renamed, the file is whole even if the shop is killed. */
function save() {
  if (!file) return;
  writeFileSync(`${file}.new`, JSON.stringify([...orders]));
  renameSync(`${file}.new`, file);
}

function ask(path, { headers, ...request } = {}) {
  return fetch(`${apiUrl}${path}`, {
    ...request,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Basic ${btoa(`${secretKey}:`)}`, ...headers },
  });
}

/** True if one of the signatures is that of this very body, and it was signed a moment ago. */
function isSigned({ 'omise-signature': signatures = '', 'omise-signature-timestamp': timestamp = '' }, body) {
  if (!webhookSecret) return false;
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
