import { shopWith } from './examined-shops.js';

type Change = readonly [from: string, to: string];

/** Only the event of a payment fulfils an order, and only if `check` lets it. */
const onComplete = (check: string): readonly Change[] => [
  ["  if (statusOf(order) === 'paid') fulfil(order);\n", ''],
  ['const { data } = JSON.parse(body);', 'const { key, data } = JSON.parse(body);'],
  [
    "  await update(data.object === 'charge' ? data.id : data.charge);",
    `  const about = await update(data.object === 'charge' ? data.id : data.charge);
  const order = orders.get(about?.metadata.order);
  if (/create|complete/.test(key) && order && statusOf(order) === 'paid') {
    ${check}
    order.count += 1;
    save();
  }`,
  ],
];

/** Shops that are right if an order is begun, paid, and one webhook arrives: what each does wrong, and how. */
export const MUTANTS = {
  'believes-the-event': {
    wrong: 'takes the state of a charge from the event, and does not ask the API',
    changes: [
      [
        "await update(data.object === 'charge' ? data.id : data.charge);",
        "if (data.object === 'charge') learn(data);\n  else await update(data.charge);",
      ],
      ["if (known.status === 'pending') known.status = status;", 'known.status = status;'],
      ['known.refunded = Math.max(known.refunded, refunded);', 'known.refunded = refunded;'],
    ],
  },
  'no-idempotence': {
    wrong: 'fulfils the order each time that an event says it is paid',
    changes: onComplete(''),
  },
  races: {
    wrong: 'waits between the check of the count and its change, so that two events at once fulfil twice',
    changes: onComplete(
      'if (order.count > 0) return [200, {}];\n    await new Promise((done) => setTimeout(done, 200));',
    ),
  },
  'forgets-refunds': {
    wrong: 'never changes an order that is paid',
    changes: [
      ['  if (!order) return;\n', "  if (!order) return;\n  if (statusOf(order) === 'paid') return;\n"],
    ],
  },
  'trusts-the-redirect': {
    wrong: 'counts an order as paid when its customer returns',
    changes: [
      ['if (action) await updateAll(orders.get(number));', 'if (action) believe(orders.get(number));'],
      [
        'function show(order) {',
        `function believe(order) {
  const last = Object.values(order?.charges ?? {}).at(-1);
  if (!last) return;
  last.status = 'successful';
  fulfil(order);
  save();
}

function show(order) {`,
      ],
    ],
  },
  'loses-late-payments': {
    wrong: 'never changes an order of which a charge has failed, though a later one is paid',
    changes: [
      [
        'function statusOf({ charges, form, schedule }) {',
        'function statusOf({ count, charges, form, schedule }) {',
      ],
      [
        '  if (paid.some(',
        `  const isOver = ({ status }) => status !== 'pending' && status !== 'successful';
  if (count === 0 && all.some(isOver)) return 'failed';
  if (paid.some(`,
      ],
    ],
  },
  'mixes-currencies': {
    wrong: 'charges every amount in THB',
    changes: [['    currency,\n    ...(method', "    currency: 'THB',\n    ...(method"]],
  },
  'retries-blindly': {
    wrong: 'sends a charge whose answer was lost again without a key, on a saved card',
    changes: [
      [
        'const response = await ask(order.every',
        // A webhook of the lost charge may come before the second request, and order.form is forgotten then.
        'const { form } = order;\n  const send = () => ask(order.every',
      ],
      ['body: new URLSearchParams(order.form),', 'body: new URLSearchParams(form),'],
      [
        "    headers: { 'idempotency-key': `order-${number}-${order.attempts}` },\n  });",
        '  });\n  const response = await send().catch(send);',
      ],
      ["(method === 'card' ? { card }", "(method === 'card' ? { customer: card }"],
      [
        ': formOf(number, order, wish);',
        ': formOf(number, order, { ...wish, card: await saveCard(wish.card) });',
      ],
      [
        'function show(order) {',
        `/** The token of a card pays once, a saved card more often. */
async function saveCard(card) {
  if (!card) return '';
  const response = await ask('/customers', { method: 'POST', body: new URLSearchParams({ card }) });
  return (await response.json()).id ?? '';
}

function show(order) {`,
      ],
    ],
  },
  'subscribes-twice': {
    wrong: 'creates the schedule of a subscription without a key, and again if the answer was lost',
    changes: [
      [
        "headers: { 'idempotency-key': `order-${number}-${order.attempts}` },",
        "headers: order.every ? {} : { 'idempotency-key': `order-${number}-${order.attempts}` },",
      ],
    ],
  },
} as const satisfies Readonly<Record<string, { wrong: string; changes: readonly Change[] }>>;

export type MutantName = keyof typeof MUTANTS;
export const MUTANT_NAMES = Object.keys(MUTANTS) as MutantName[];

/** Writes this wrong shop, and returns its file. */
export function mutantShop(name: MutantName): string {
  return shopWith(name, ...MUTANTS[name].changes);
}
