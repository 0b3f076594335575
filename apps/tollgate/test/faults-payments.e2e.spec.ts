import { advance, frozenSandbox } from './clock.js';
import { faultsOf, firingsOf, setFault } from './faults.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const gateway = useGateway();

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox(gateway);
});

const PROMPTPAY = { amount: 100_000, currency: 'THB', source: { type: 'promptpay' } };
const pay = async (id: string) =>
  (await sandbox.post(`/charges/${id}/mark_as_paid`)).body as { status: string; failure_code: string | null };
const stateOf = async (id: string, of = sandbox) =>
  (await of.get(`/charges/${id}`)).body as {
    status: string;
    failure_code: string | null;
    paid_at: string | null;
  };

describe('a fault on payments', () => {
  it('fails the next payment that a customer approves', async () => {
    const charge = await sandbox.charge(PROMPTPAY);
    await setFault(sandbox, { name: 'issuer', on: 'payment', do: { fail: 'insufficient_fund' } });
    expect(await pay(charge.id)).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' });
    const { data } = (await sandbox.get(`/charges/${charge.id}/events`)).body as { data: { key: string }[] };
    expect(data.map(({ key }) => key).toSorted()).toEqual(['charge.complete', 'charge.create']);
    expect(await firingsOf(sandbox, 1)).toMatchObject([
      { fault: 'issuer', do: { fail: 'insufficient_fund' }, object_id: charge.id },
    ]);
    expect(await pay((await sandbox.charge(PROMPTPAY)).id)).toMatchObject({ status: 'successful' });
  });

  it('fails a card charge at once, in the response', async () => {
    await setFault(sandbox, { name: 'issuer', on: 'payment', do: { fail: 'stolen_or_lost_card' } });
    expect(await sandbox.cardCharge()).toMatchObject({
      status: 'failed',
      failure_code: 'stolen_or_lost_card',
      paid: false,
    });
    expect(await sandbox.total('/transactions')).toBe(0);
    expect(await sandbox.cardCharge()).toMatchObject({ status: 'successful' });
  });

  it('skips payments that cannot fail with its code', async () => {
    await setFault(sandbox, { on: 'payment', do: { fail: 'stolen_or_lost_card' } });
    expect(await pay((await sandbox.charge(PROMPTPAY)).id)).toMatchObject({ status: 'successful' });
    expect(await faultsOf(sandbox)).toMatchObject({ data: [{ fired: 0, status: 'active' }] });
  });

  it.each([
    ['successful', { status: 'successful', failure_code: null, paid_at: '2027-01-01T00:00:05Z' }],
    ['failed', { status: 'failed', failure_code: 'failed_processing', paid_at: null }],
  ])('settles a charge as %s after a delay, without a click', async (settle, expected) => {
    const frozen = await frozenSandbox(gateway, BEGIN);
    await setFault(frozen, { on: 'payment', do: { settle, after: '5s' } });
    const { id } = await frozen.charge(PROMPTPAY);
    const upcoming = await control(gateway).get(`/api/sandboxes/${frozen.name}/clock/upcoming`);
    expect((upcoming.body as { data: object[] }).data).toMatchObject([
      { kind: 'settlement', at: '2027-01-01T00:00:05.000Z', object_id: id },
      { kind: 'expiry', object_id: id },
    ]);
    await advance(frozen, { by: '4s' });
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'pending' });
    const { happened } = await advance(frozen, { by: '10s' });
    expect(happened).toMatchObject([
      { at: '2027-01-01T00:00:05.000Z', kind: 'settlement', outcome: expected.status, object_id: id },
    ]);
    expect(await stateOf(id, frozen)).toMatchObject(expected);
  });

  it('does not settle a charge that was paid before', async () => {
    const frozen = await frozenSandbox(gateway, BEGIN);
    await setFault(frozen, { on: 'payment', do: { settle: 'failed', after: '1h' } });
    const { id } = await frozen.charge(PROMPTPAY);
    await frozen.post(`/charges/${id}/mark_as_paid`).expect(200);
    expect((await advance(frozen, { by: '2h' })).happened).toEqual([]);
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'successful' });
  });

  it('cannot settle after the charge’s expiry', async () => {
    const frozen = await frozenSandbox(gateway, BEGIN);
    await setFault(frozen, { on: 'payment', do: { settle: 'successful', after: '300d' } });
    const { id } = await frozen.charge(PROMPTPAY);
    const { body } = await control(gateway).get(`/api/sandboxes/${frozen.name}/clock/upcoming`).expect(200);
    expect((body as { data: { kind: string }[] }).data.map(({ kind }) => kind)).toEqual(['expiry']);
    await advance(frozen, { until: 'idle' });
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'expired' });
  });

  it('settles a charge by the running clock', async () => {
    await setFault(sandbox, { on: 'payment', do: { settle: 'successful', after: '0s' } });
    const { id } = await sandbox.charge(PROMPTPAY);
    const { body } = await control(gateway)
      .get(`/api/sandboxes/${sandbox.name}/events`)
      .query({ key: 'charge.complete', object: id, wait: '60s' });
    expect((body as { data: object[] }).data).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ status: 'successful' });
  });

  it.each([
    ['that waits for its customer', true],
    ['whose customer was to agree', false],
  ])('never settles a charge %s', async (_, isSetBefore) => {
    const frozen = await frozenSandbox(gateway, BEGIN);
    const fault = { on: 'payment', do: { never: true } };
    if (isSetBefore) await setFault(frozen, fault);
    const { id } = await frozen.charge(PROMPTPAY);
    if (!isSetBefore) await setFault(frozen, fault);
    for (let click = 0; click < 2; click += 1) await frozen.post(`/charges/${id}/mark_as_paid`).expect(200);
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'pending' });
    await advance(frozen, { until: 'idle' });
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'expired' });
    expect(await firingsOf(frozen, 1)).toHaveLength(1);
  });

  it('leaves a card charge pending until it expires', async () => {
    const frozen = await frozenSandbox(gateway, BEGIN);
    await setFault(frozen, { on: 'payment', do: { never: true } });
    const { id } = await frozen.cardCharge();
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'pending' });
    await advance(frozen, { until: 'idle' });
    expect(await stateOf(id, frozen)).toMatchObject({ status: 'expired' });
  });

  it('fires once for concurrent approvals of one charge', async () => {
    await setFault(sandbox, { on: 'payment', times: 'always', do: { fail: 'payment_rejected' } });
    const { id } = await sandbox.charge(PROMPTPAY);
    await Promise.all(Array.from({ length: 4 }, () => pay(id)));
    expect(await stateOf(id)).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' });
    expect(await faultsOf(sandbox)).toMatchObject({ data: [{ matched: 1, fired: 1 }] });
  });

  it('fails as many concurrent payments as it fires times', async () => {
    const charges = await Promise.all(Array.from({ length: 8 }, () => sandbox.charge(PROMPTPAY)));
    await setFault(sandbox, { on: 'payment', times: 3, do: { fail: 'payment_rejected' } });
    const paid = await Promise.all(charges.map(({ id }) => pay(id)));
    expect(paid.filter(({ status }) => status === 'failed')).toHaveLength(3);
    expect(await sandbox.total('/transactions')).toBe(5);
  });

  it.each([
    ['the type of its source', { source_type: 'promptpay' }],
    ['its amount', { amount: 100_000 }],
    ['its metadata', { metadata: { order: '1042' } }],
  ])('hits a payment by %s', async (_, match) => {
    await setFault(sandbox, { on: 'payment', match, times: 'always', do: { fail: 'payment_rejected' } });
    const other = await sandbox.charge();
    const meant = await sandbox.charge({ ...PROMPTPAY, metadata: { order: '1042' } });
    expect([(await pay(other.id)).status, (await pay(meant.id)).status]).toEqual(['successful', 'failed']);
  });
});
