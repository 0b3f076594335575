import { createHmac } from 'node:crypto';
import { printed } from '../checks/deliveries.js';
import type { Evidence } from '../evidence.js';
import type { Call, Kind, Posted, Try } from '../history.js';
import type { EventRow, Rows } from '../rows.js';
import { madeUpPayouts } from './made-up-payouts.js';
import { madeUpSandboxes } from './made-up-sandbox.js';

const SECRET = Buffer.from('a secret of the spec').toString('base64');
export const HOME = 'http://127.0.0.1:1/account';
export const OTHER = 'http://127.0.0.1:1/charge';
export const T0 = Date.UTC(2026, 0, 1);
/** Due time of the unpaid charge. */
export const DUE = T0 + 5_000;

/** Evidence that can be tampered with. */
export type Draft = {
  -readonly [Part in keyof Evidence]: Evidence[Part] extends readonly (infer Item)[]
    ? Item[]
    : Evidence[Part];
};
type Table = keyof Rows;

export const answered = (body: object, status = 200): Try => ({
  process: 'api-1',
  status,
  text: JSON.stringify(body),
  isHealed: false,
});
export const UNANSWERED: Try = { process: 'api-1', status: null, text: '', isHealed: false };

export function call(
  tag: string,
  kind: Kind,
  target: string | null,
  tries: Try[],
  more: Partial<Call> = {},
): Call {
  return { tag, kind, target, key: null, sent: {}, tries, ...more };
}

export function event(number: number, key: string, objectId: string, at: number, data: object): EventRow {
  const id = `evnt_test_${number}`;
  return {
    id,
    accountId: 'shop',
    key,
    objectId,
    body: JSON.stringify({ object: 'event', id, key, data: { id: objectId, ...data } }),
    createdAt: at,
  };
}

export function charge(
  id: string,
  status: string,
  more: Partial<Rows['charges'][number]> = {},
): Rows['charges'][number] {
  const money = { amount: 1_000, capturedAmount: 1_000, refundedAmount: 0, fundingAmount: 1_000 };
  const rest = {
    accountId: 'shop',
    version: 1,
    isAuthorized: false,
    sourceId: null,
    cardId: null,
    linkId: null,
    transactionId: null,
    expiresAt: DUE,
    wrongPasswordCount: 0,
    settlesAs: null,
  };
  return { id, status, ...money, ...rest, ...more };
}

/**
 * A run in which all went well: a charge of two addresses that was paid, refunded in part and disputed, one
 * that expired, and one by a link.
 */
export function goodRun(): Draft {
  const waiting = { status: 'pending', authorized: false, expires_at: new Date(DUE).toISOString() };
  const events = [
    event(1, 'charge.create', 'chrg_1', T0, { ...waiting, metadata: { request: 'one' } }),
    event(2, 'charge.create', 'chrg_2', T0, { ...waiting, metadata: { request: 'two' } }),
    event(3, 'charge.complete', 'chrg_1', T0 + 1_000, { status: 'successful', authorized: true }),
    event(4, 'refund.create', 'rfnd_1', T0 + 2_000, { charge: 'chrg_1' }),
    event(5, 'dispute.create', 'dspt_1', T0 + 3_000, { charge: 'chrg_1' }),
    event(7, 'link.create', 'link_1', T0, {}),
    event(8, 'charge.create', 'chrg_3', T0 + 500, { status: 'successful', link: 'link_1' }),
    event(6, 'charge.complete', 'chrg_2', DUE + 20, { status: 'expired', authorized: false }),
  ];
  const dataOf = (row: EventRow | undefined): object =>
    (JSON.parse(row?.body ?? '{}') as { data: object }).data;
  const deliveries = events.flatMap(({ id, objectId }) =>
    (['chrg_2', 'chrg_3', 'link_1'].includes(objectId) ? [HOME] : [HOME, OTHER]).map((uri) => ({
      id: `${id} ${uri}`,
      eventId: id,
      uri,
      status: 'delivered',
      attemptCount: 1,
    })),
  );
  return {
    calls: [
      call('one', 'charge', null, [answered(dataOf(events[0]))], {
        key: 'one',
        sent: { webhook_endpoints: [OTHER] },
      }),
      call('two', 'charge', null, [UNANSWERED, answered(dataOf(events[1]))], { key: 'two' }),
      call('three', 'pay', 'chrg_1', [answered({ id: 'chrg_1' })]),
      call('four', 'refund', 'chrg_1', [answered({ id: 'rfnd_1' })]),
      call('five', 'dispute', 'chrg_1', [UNANSWERED]),
      call('six', 'token', null, [answered({ id: 'tokn_1' })]),
      call('seven', 'source', null, [answered({ id: 'src_1' })]),
      call('eight', 'pay', 'chrg_1', [answered({}, 400)]),
      call('nine', 'link', null, [answered({ id: 'link_1' })]),
      call('ten', 'payLink', 'link_1', [answered({}, 303)]),
    ],
    posted: deliveries.flatMap(({ eventId, uri }) =>
      events.filter(({ id }) => id === eventId).map((row) => webhook(printed(row), uri)),
    ),
    rows: {
      charges: [
        charge('chrg_1', 'successful', { version: 3, refundedAmount: 300, transactionId: 'trxn_1' }),
        charge('chrg_2', 'expired'),
        charge('chrg_3', 'successful', { version: 0, linkId: 'link_1', transactionId: 'trxn_4' }),
      ],
      sources: [{ id: 'src_1', name: 'seven' }],
      tokens: [{ id: 'tokn_1', cardId: 'card_1', name: 'six', chargeId: null }],
      strayCards: [],
      refunds: [
        {
          id: 'rfnd_1',
          chargeId: 'chrg_1',
          amount: 300,
          fundingAmount: 300,
          transactionId: 'trxn_2',
          request: 'four',
        },
      ],
      disputes: [
        {
          id: 'dspt_1',
          chargeId: 'chrg_1',
          status: 'open',
          fundingAmount: 700,
          startedTransactionId: 'trxn_3',
          wonTransactionId: null,
        },
      ],
      links: [{ id: 'link_1', description: 'nine', multiple: false, isUsed: true }],
      transactions: [
        { id: 'trxn_1', origin: 'chrg_1', direction: 'credit', amount: 960 },
        { id: 'trxn_2', origin: 'rfnd_1', direction: 'debit', amount: 300 },
        { id: 'trxn_3', origin: 'dspt_1', direction: 'debit', amount: 700 },
        { id: 'trxn_4', origin: 'chrg_3', direction: 'credit', amount: 960 },
      ],
      entries: [
        { postingId: 'trxn_1', ledger: 'customers', amount: -1_000 },
        { postingId: 'trxn_1', ledger: 'merchant', amount: 960 },
        { postingId: 'trxn_1', ledger: 'fees', amount: 40 },
        { postingId: 'trxn_4', ledger: 'customers', amount: -960 },
        { postingId: 'trxn_4', ledger: 'merchant', amount: 960 },
        { postingId: 'trxn_2', ledger: 'merchant', amount: -300 },
        { postingId: 'trxn_2', ledger: 'customers', amount: 300 },
        { postingId: 'trxn_3', ledger: 'merchant', amount: -700 },
        { postingId: 'trxn_3', ledger: 'disputes', amount: 700 },
      ],
      events,
      deliveries,
      attempts: deliveries.map(({ id }) => ({ deliveryId: id, number: 1, status: 200 })),
      ...madeUpPayouts(),
      sandboxes: [{ name: 'box' }],
      clockMoves: [{ id: 'clkm_2', status: 'done' }],
      remains: [],
    },
    ...madeUpSandboxes(T0),
    freezes: [],
    merchants: [{ id: 'shop', webhookUri: HOME }],
    healedAt: T0,
    contradictions: [],
    falls: [],
    webhookSecret: SECRET,
    maxAttempts: 8,
    isTimed: true,
  };
}

export function webhook(body: string, uri = HOME): Posted {
  const signature = createHmac('sha256', Buffer.from(SECRET, 'base64'))
    .update(`1767225600.${body}`)
    .digest('hex');
  return {
    uri,
    body,
    headers: { 'omise-signature': signature, 'omise-signature-timestamp': '1767225600' },
    at: T0,
    answered: 200,
  };
}

/** Removes the row with this id; for deliveries, all rows whose id begins with it. */
export function remove(run: Draft, table: Table, id: string): void {
  const rows = run.rows[table] as readonly { id?: string; postingId?: string }[];
  run.rows = { ...run.rows, [table]: rows.filter((row) => !(row.id ?? row.postingId ?? '').startsWith(id)) };
}

export function alter(run: Draft, table: Table, id: string, change: object): void {
  const rows = run.rows[table] as readonly { id?: string; postingId?: string; deliveryId?: string }[];
  run.rows = {
    ...run.rows,
    [table]: rows.map((row) =>
      (row.id ?? row.postingId ?? row.deliveryId) === id ? { ...row, ...change } : row,
    ),
  };
}

export function add(run: Draft, table: Table, row: object): void {
  run.rows = { ...run.rows, [table]: [...run.rows[table], row] };
}
