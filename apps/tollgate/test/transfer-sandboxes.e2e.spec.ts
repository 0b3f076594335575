import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { linesOf, snapshotsOf } from './snapshots.js';

const gateway = useGateway();

const advance = async (sandbox: Sandbox, by: string): Promise<unknown> =>
  control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/clock/advance`)
    .send({ by, max_real: '20s' })
    .expect(200);

/** A new transfer, to which these actions are done. */
async function transfer(
  sandbox: Sandbox,
  amount: number,
  ...actions: string[]
): Promise<{ readonly id: string }> {
  const { body } = (await sandbox.post('/transfers', { amount }).expect(200)) as { body: { id: string } };
  for (const action of actions) await sandbox.post(`/transfers/${body.id}/${action}`).expect(200);
  return body;
}

it('a file with transfers in every state is imported', async () => {
  const [origin, other] = [await createSandbox(gateway), await createSandbox(gateway)];
  await origin.cardCharge({ amount: 1_000_000 });
  for (const actions of [
    [],
    ['mark_as_sent'],
    ['mark_as_sent', 'mark_as_paid'],
    ['mark_as_failed'],
    ['mark_as_sent', 'mark_as_failed'],
  ])
    await transfer(origin, 50_000, ...actions);
  await snapshotsOf(origin).save().expect(200);
  const text = await snapshotsOf(origin).export();
  expect(linesOf(text).filter(({ table }) => table === 'transfer')).toHaveLength(5);
  await snapshotsOf(other).import(text, { new_ids: true }).expect(200);
  const balances = await Promise.all(
    [origin, other].map(async (sandbox) => (await sandbox.get('/balance')).body as object),
  );
  expect(balances[1]).toMatchObject({ total: (balances[0] as { total: number }).total });
});

it('a transfer takes money of its own currency only, and receipts have one currency each', async () => {
  const sandbox = await createSandbox(gateway, { currency: 'JPY' });
  const { id: charge } = await sandbox.cardCharge({ amount: 10_000, currency: 'JPY' });
  const { id } = await transfer(sandbox, 9_000);
  await sandbox.post(`/charges/${charge}/refunds`, { amount: 10_000 }).expect(200);
  await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ currency: 'THB' }).expect(200);
  await sandbox.cardCharge({ amount: 1_000_000 });
  await advance(sandbox, '2d');
  expect((await sandbox.get(`/transfers/${id}`)).body).toMatchObject({
    sent: false,
    failure_code: 'insufficient_balance',
    currency: 'JPY',
  });
  const { body: receipts } = (await sandbox.get('/receipts')) as {
    body: { data: { currency: string; number: string }[] };
  };
  expect(receipts.data.map(({ currency }) => currency).toSorted()).toEqual(['JPY', 'THB']);
});

it('a reset that moves the clock back keeps the default recipient in the list', async () => {
  const sandbox = await createSandbox(gateway, { clock: { now: '2031-01-01T00:00:00Z' } });
  await sandbox.reset();
  expect((await sandbox.get('/recipients')).body).toMatchObject({ total: 1, data: [{ default: true }] });
});
