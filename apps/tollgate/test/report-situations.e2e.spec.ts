import request from 'supertest';
import type { Step } from '#control/report/rules/recipe.js';
import { situationsOf } from '#control/report/rules/situations.js';
import { advance } from './clock.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { namesOf, onPage, rejectInvalid, reportOf } from './report.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

const SHOP = 'https://shop.example/return';
const TRUEMONEY = {
  amount: 2_000,
  currency: 'THB',
  source: { type: 'truemoney', phone_number: '0812345678' },
};
const RETRIES = '1h,1h,1h';

/** The further situations that the steps of one meet. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  'second-currency': ['paid-by-card'],
  'three-d-secure-passed': ['paid-by-card'],
  'three-d-secure-refused': ['declined-payment-rejected'],
  'declined-then-paid': ['paid-by-qr', 'declined-payment-rejected'],
  'expired-then-paid': ['paid-by-qr', 'expired'],
  'paid-then-expired': ['paid-by-qr', 'expired'],
  'paid-twice': ['paid-by-qr'],
  'page-reopened': ['paid-by-wallet'],
  captured: ['paid-by-card'],
  'captured-in-part': ['paid-by-card', 'captured'],
  'refunded-in-full': ['paid-by-card', 'refunded-in-part'],
  'refunded-in-part': ['paid-by-card', 'refunded-in-full'],
  'refund-refused': ['paid-by-card'],
  disputed: ['paid-by-card'],
  'dispute-lost': ['paid-by-card', 'disputed'],
  'dispute-won': ['paid-by-card', 'disputed'],
  'saved-card': ['paid-by-card'],
  'subscription-paid': ['paid-by-card'],
  'subscription-declined': ['declined-insufficient-fund'],
  'webhook-late': ['paid-by-wallet', 'webhooks-out-of-order'],
  'webhook-twice': ['paid-by-qr'],
  'webhooks-out-of-order': ['paid-by-qr'],
  'webhook-before-answer': ['paid-by-wallet'],
  // The retry comes an hour later.
  'webhook-retried': ['paid-by-wallet', 'webhook-late', 'webhooks-out-of-order'],
  'webhook-lost': ['expired'],
  'webhook-forged': ['paid-by-wallet'],
  'webhook-stale': ['paid-by-wallet'],
};

let sandbox: Sandbox;
let lost: string | undefined;

beforeEach(async () => {
  lost = undefined;
  sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: RETRIES });
});

/** A charge on a source or card, paid without faults by the shop's own call. */
async function pay(onCard = false): Promise<string> {
  const { id } = onCard ? await sandbox.cardCharge() : await sandbox.charge(TRUEMONEY);
  if (!onCard) await sandbox.post(`/charges/${id}/mark_as_paid`);
  return id;
}

/** A charge by card with 3-D Secure, and the customer's answer. */
async function secured(outcome?: object): Promise<void> {
  const charge = await sandbox.cardCharge({ authentication: '3DS', return_uri: SHOP });
  if (outcome) await onPage(String(charge['authorize_uri']), outcome).expect(303);
}

async function tried(call: PromiseLike<unknown>): Promise<void> {
  await Promise.resolve(call).catch(() => undefined);
  await sandbox.charge(TRUEMONEY);
}

const create = (): PromiseLike<unknown> => sandbox.post('/charges', { ...TRUEMONEY, return_uri: SHOP });

/** The actions of the customer and the shop, by situation. */
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  'three-d-secure-passed': () => secured({ outcome: 'successful' }),
  'three-d-secure-refused': () => secured({ outcome: 'failed' }),
  'three-d-secure-abandoned': () => secured(),
  'page-reopened': async () => {
    const { id, authorize_uri: page } = await sandbox.charge(TRUEMONEY);
    await request(page).get('');
    await request(page).get('');
    await sandbox.post(`/charges/${id}/mark_as_paid`);
  },
  'refund-refused': async () => sandbox.post(`/charges/${await pay(true)}/refunds`, { amount: 100 }),
  'answer-lost-before-commit': () => tried(create()),
  'answer-lost-after-commit': () => tried(create()),
  'server-error': () => tried(create()),
  'rate-limited': () => tried(create()),
  'slow-answer': async () => create(),
  'webhook-lost': async () => {
    if (lost === undefined) lost = (await sandbox.charge(TRUEMONEY)).id;
    else await sandbox.get(`/charges/${lost}`).expect(200);
  },
};

const ON_CARD = /stolen|security|expired-card|fraud|account/;

async function take(step: Step, name: string): Promise<void> {
  const at = `/api/sandboxes/${sandbox.name}`;
  if ('scenario' in step)
    await control(gateway)
      .post(`${at}/scenarios/${step.scenario}/run`)
      .send(step.with ?? {})
      .expect(200);
  else if ('fault' in step) await setFault(sandbox, step.fault);
  else if ('set' in step) await control(gateway).patch(at).send(step.set).expect(200);
  else if ('advance' in step) await advance(sandbox, { by: step.advance });
  else if ('live' in step)
    await request(gateway.settings.baseUrl).get(step.live).auth(sandbox.body.live.secret_key, '').expect(404);
  else await (ACTIONS[name] ?? (() => (ON_CARD.test(name) ? sandbox.cardCharge() : pay())))();
}

describe('the report of a sandbox', () => {
  it('has no situation before anything happened', async () => {
    const report = await reportOf(sandbox);
    expect(namesOf(report, 'checked', 'unchecked')).toEqual([]);
    expect(report).toMatchObject({ percent: 0, advice: [], gap: false, since: null });
  });

  it.each(situationsOf('TH').map(({ name, steps }) => ({ name, steps })))(
    'has exactly $name and what belongs to it after its steps',
    async ({ name, steps }) => {
      rejectInvalid(receiver, sandbox);
      for (const step of steps) await take(step, name);
      const report = await reportOf(sandbox);
      expect(namesOf(report, 'checked').toSorted()).toEqual([name, ...(FURTHER[name] ?? [])].toSorted());
      expect(namesOf(report, 'unchecked')).toEqual([]);
    },
  );
});
