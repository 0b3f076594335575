import request from 'supertest';
import { advance, frozenSandbox } from './clock.js';
import { useGateway } from './harness.js';
import { ORDER } from './merchant.js';
import { control, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const DECLINED = '4111111111140011';
const PROMPTPAY = { amount: 100_000, currency: 'THB' };
const BANK_ACCOUNT = { type: 'direct_debit_scb', return_uri: 'https://shop.example/linked' };
let sandbox: Sandbox;

interface Body {
  readonly id: string;
  readonly [field: string]: unknown;
}

const apiPath = (path: string): string => `/api/sandboxes/${sandbox.name}/api/test/${path}`;

async function create(path: string, form: object = {}): Promise<Body> {
  return (await control(gateway).post(apiPath(path)).send(form).expect(200)).body as Body;
}

async function list(kind: string, query: object = {}): Promise<readonly Body[]> {
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/objects/${kind}`)
    .query({ limit: 100, ...query });
  return (body as { data: Body[] }).data;
}

async function authorizedCharge(): Promise<string> {
  return (await sandbox.cardCharge({ capture: false })).id;
}

async function pendingCharge(): Promise<string> {
  const { id } = await create('sources', { ...PROMPTPAY, type: 'promptpay' });
  return (await create('charges', { ...PROMPTPAY, source: id })).id;
}

/** Pays a new session on its page. Returns the charge. */
async function sessionCharge(form: object, order: object = {}): Promise<string> {
  const { id, redirect_url: page } = await create('api/sessions', { ...ORDER, ...order });
  await request(page as string)
    .post('')
    .type('form')
    .send(form)
    .expect(303);
  const { body } = await control(gateway)
    .get(apiPath(`api/sessions/${id}`))
    .expect(200);
  return (body as { payments: [{ charge_id: string }] }).payments[0].charge_id;
}

beforeAll(async () => {
  sandbox = await frozenSandbox(gateway, '2031-01-01T00:00:00Z');
  const bySession = (): Promise<string> => sessionCharge({ method: 'promptpay' });
  const authorizedBySession = async (): Promise<string> =>
    sessionCharge({ method: 'card', card: await sandbox.token() }, { auto_capture: false });
  await Promise.all([authorizedCharge(), pendingCharge(), bySession(), authorizedBySession()]);
  await Promise.all([create('api/sessions', ORDER), create('linked_accounts', BANK_ACCOUNT)]);
  await advance(sandbox, { by: '30d', max_real: '2m' });

  await Promise.all([
    sandbox.token(),
    create('sources', { ...PROMPTPAY, type: 'promptpay' }),
    create('api/sessions', ORDER),
  ]);
  await Promise.all([authorizedCharge(), pendingCharge(), bySession(), authorizedBySession()]);
  await sandbox.cardCharge({ card: await sandbox.token({ number: DECLINED }) });
  for (const pending of [pendingCharge, bySession]) {
    await create(`charges/${await pending()}/mark_as_paid`);
    await create(`charges/${await pending()}/mark_as_failed`);
    await create(`charges/${await pending()}/expire`);
  }
  for (const authorized of [authorizedCharge, authorizedBySession]) {
    await create(`charges/${await authorized()}/capture`);
    await create(`charges/${await authorized()}/reverse`);
  }
  const { redirect_url: page } = await create('api/sessions', ORDER);
  await request(page as string)
    .post('')
    .type('form')
    .send({ action: 'cancel' })
    .expect(303);
  await create('linked_accounts', BANK_ACCOUNT);
  for (const ending of ['registered', 'failed']) {
    await create(`linked_accounts/${(await create('linked_accounts', BANK_ACCOUNT)).id}/mark_as_${ending}`);
  }
});

describe('the listed status', () => {
  it.each([
    ['sources', 'sources', 'charge_status', ['expired', 'failed', 'pending', 'successful', 'unknown']],
    [
      'tokens',
      'tokens',
      'charge_status',
      ['expired', 'failed', 'pending', 'reversed', 'successful', 'unknown'],
    ],
    [
      'checkout_sessions',
      'api/sessions',
      'status',
      ['cancelled', 'expired', 'failed', 'pending', 'reversed', 'successful'],
    ],
    ['linked_accounts', 'linked_accounts', 'status', ['expired', 'failed', 'pending', 'successful']],
  ])('of %s equals the status of the object in every state', async (kind, path, field, states) => {
    const listed = await list(kind);
    const shown = await Promise.all(
      listed.map(
        async ({ id }) =>
          (
            await control(gateway)
              .get(apiPath(`${path}/${id}`))
              .expect(200)
          ).body as Body,
      ),
    );
    expect(listed.map(({ id, status }) => [id, status])).toEqual(
      shown.map((object) => [object.id, object[field]]),
    );
    expect([...new Set(shown.map((object) => object[field]))].toSorted()).toEqual(states);
    for (const status of states) {
      const matching = shown.filter((object) => object[field] === status);
      expect((await list(kind, { status })).map(({ id }) => id)).toEqual(matching.map(({ id }) => id));
    }
  });
});
