import { bodyOf } from '../shops/shop-words';
import { outcomeOf, parametersOf, repeatOf, sizeOf, stateOf } from './soak-words';

const PLAN = {
  orders: [{ method: 'promptpay', amount: 2_000, currency: 'THB' }],
  steps: [
    { do: 'begin', order: 1 },
    { do: 'pay', order: 1 },
  ],
};
const FINDING = {
  law: 'fulfilled twice' as const,
  text: '',
  story: [],
  plan: PLAN,
  found_after: 12,
  tries: 8,
  is_repeated: true,
  charge: null,
  entries: [],
};
type Soak = Parameters<typeof stateOf>[0];
const soak = (changes: Partial<Soak> = {}): Soak => ({
  object: 'soak',
  id: 'soak_1',
  status: 'ended',
  verdict: 'passed',
  receiver: 'http://127.0.0.1:3000/webhooks',
  probe: 'http://127.0.0.1:3000/orders/{order}',
  checkout: 'http://127.0.0.1:3000/orders/{order}',
  order_key: 'order',
  expect: ['status', 'count'],
  settle: '1s',
  start: '1m',
  seed: 7,
  orders: 200,
  for: null,
  behaviours: ['pays', 'two-tabs'],
  problem: null,
  machine_at: '2026-01-31T08:15:00.000Z',
  ended_at: '2026-01-31T08:16:00.000Z',
  phase: 'done',
  played: 200,
  steps: 840,
  skipped: 31,
  unused: [],
  plan: null,
  finding: null,
  question: null,
  ...changes,
});
const failed = (changes: Partial<typeof FINDING> = {}): Soak =>
  soak({ verdict: 'failed', finding: { ...FINDING, ...changes } });

describe('the parameters of a soak', () => {
  const shop = {
    receiver: 'http://127.0.0.1:3000/webhooks',
    probe: 'http://127.0.0.1:3000/orders/{order}',
    checkout: 'http://127.0.0.1:3000/orders/{order}',
  };

  it('repeat it with its seed', () => {
    expect(bodyOf(parametersOf(soak({ for: '2m' }), 24))).toEqual({
      ...shop,
      orders: '200',
      seed: '7',
      for: '2m',
      behaviours: 'pays,two-tabs',
    });
  });

  it('have no behaviours if all are played', () => {
    expect(bodyOf(parametersOf(soak(), 2))).toEqual({ ...shop, orders: '200', seed: '7' });
  });

  it('repeat a finding with the orders of its plan', () => {
    expect(repeatOf(parametersOf(soak(), 2), PLAN)).toEqual({
      ...shop,
      orders: '1',
      seed: '7',
      plan: JSON.stringify(PLAN),
    });
  });
});

describe('a soak in words', () => {
  it.each([
    ['running', soak({ status: 'running', verdict: null })],
    ['running', soak({ status: 'running', verdict: 'failed' })],
    ['failed', failed()],
    ['incomplete', soak({ verdict: null, problem: 'The soak was stopped.' })],
    ['passed', soak()],
  ])('is %s', (outcome, of) => {
    expect(outcomeOf(of)).toBe(outcome);
  });

  const running = (changes: Partial<Soak>): Soak => soak({ status: 'running', verdict: null, ...changes });
  it.each([
    ['Stopping.', running({ phase: 'playing', problem: 'The soak was stopped.' })],
    ['Learning what pending, paid and failed orders of your shop look like.', running({ phase: 'learning' })],
    ['40 of 200 orders played.', running({ phase: 'playing', played: 40 })],
    [
      'An order does not match its charges. Reducing what happened to a few steps: 8 tries so far.',
      running({ phase: 'shrinking', played: 20, finding: FINDING }),
    ],
    ['200 orders played in 809 steps: all of them match their charges.', soak()],
    ['20 orders played in 809 steps.', soak({ verdict: null, problem: 'It ended.', played: 20 })],
    ['Found after 12 orders, made small in 8 tries: 1 order, 2 steps.', failed()],
    ['Found after 1 order, made small in 1 try: 1 order, 2 steps.', failed({ found_after: 1, tries: 1 })],
    ['Found after 12 orders, and not again in 8 tries.', failed({ is_repeated: false })],
    ['Found in 1 order.', failed({ tries: 0 })],
  ])('says: %s', (text, of) => {
    expect(stateOf(of)).toBe(text);
  });

  it('has its size and its seed', () => {
    expect(sizeOf(soak())).toBe('200 orders · seed 7');
  });
});
