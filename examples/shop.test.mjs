// CI runs node --test shop.test.mjs, with the shop and a Tollgate running.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

const {
  SHOP_URL: shopUrl = 'http://127.0.0.1:3000',
  TOLLGATE_API_URL: apiUrl = 'http://127.0.0.1:7400',
  TOLLGATE_SECRET_KEY: secretKey = 'skey_test_tollgate',
} = process.env;
const LIMIT_MS = 60_000;
const POLL_MS = 200;
/** Unique in each run: Tollgate may still have earlier orders. */
const orderUrl = `${shopUrl}/orders/${Date.now()}`;

test('an order is paid once its customer has paid', { timeout: LIMIT_MS }, async () => {
  // Both may still be starting.
  await until(async () => (await fetch(`${apiUrl}/readyz`)).ok);
  await until(async () => (await fetch(orderUrl)).ok);

  const { id } = await (await fetch(orderUrl, { method: 'POST' })).json();
  assert.equal(await order(), 'pending');
  // Tollgate plays the customer.
  const paid = await fetch(`${apiUrl}/charges/${id}/mark_as_paid`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${secretKey}:`)}` },
  });
  assert.equal(paid.status, 200);
  await until(async () => (await order()) === 'paid');
});

async function order() {
  return (await (await fetch(orderUrl)).json()).status;
}

/** Retries unreachable hosts. */
async function until(isSo) {
  while (!(await isSo().catch(() => false))) await delay(POLL_MS);
}
