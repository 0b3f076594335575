import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';
import { until } from '#platform/testing/until.js';

const gateway = useGateway();
const RETURN = 'https://shop.example/return';

/** The charge once it is settled. */
async function settled(sandbox: Sandbox, id: string): Promise<Readonly<Record<string, unknown>>> {
  const find = async (): Promise<Record<string, unknown>> =>
    (await sandbox.get(`/charges/${id}`)).body as Record<string, unknown>;
  await until(async () => (await find())['status'] !== 'pending', 'the charge stays pending');
  return find();
}

describe('a sandbox with auto_approve', () => {
  it('pays charges that would wait for their customers, with the usual events', async () => {
    const sandbox = await createSandbox(gateway, { auto_approve: true });
    const made = await sandbox.charge();
    expect(made).toMatchObject({
      status: 'pending',
      authorize_uri: expect.stringContaining('/payments/') as string,
    });
    expect(await settled(sandbox, made.id)).toMatchObject({ status: 'successful', paid: true });
    const { body } = await sandbox.get(`/charges/${made.id}/events`);
    expect((body as { data: { key: string }[] }).data.map(({ key }) => key)).toEqual([
      'charge.create',
      'charge.complete',
    ]);
    const code = await sandbox.charge({ currency: 'THB', source: { type: 'promptpay' } });
    expect(await settled(sandbox, code.id)).toMatchObject({ status: 'successful' });
  });

  it('lets the issuer decline after 3-D Secure', async () => {
    const sandbox = await createSandbox(gateway, { auto_approve: true, three_d_secure: true });
    const paid = await sandbox.cardCharge({ return_uri: RETURN });
    expect(paid).toMatchObject({ status: 'pending' });
    expect(await settled(sandbox, paid.id)).toMatchObject({ status: 'successful' });
    const refused = await sandbox.cardCharge({
      return_uri: RETURN,
      card: await sandbox.token({ number: '4111111111140011' }),
    });
    expect(await settled(sandbox, refused.id)).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    });
  });

  it('authorizes charges with capture=false, and stops after auto_approve=false', async () => {
    const sandbox = await createSandbox(gateway, { auto_approve: true, three_d_secure: true });
    const held = await sandbox.cardCharge({ return_uri: RETURN, capture: false });
    const find = async (): Promise<object> => (await sandbox.get(`/charges/${held.id}`)).body as object;
    await until(
      async () => 'capturable' in (await find()) && ((await find()) as { capturable: boolean }).capturable,
      'the charge is not authorized',
    );
    await control(gateway).patch(`/api/sandboxes/${sandbox.name}`).send({ auto_approve: false }).expect(200);
    const { id } = await sandbox.charge();
    await control(gateway).get(`/api/sandboxes/${sandbox.name}/idle?wait=10s`).expect(200);
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({ status: 'pending' });
  });

  it('fails a charge that a fault on payments fails', async () => {
    const sandbox = await createSandbox(gateway, { auto_approve: true, three_d_secure: true });
    await setFault(sandbox, { on: 'payment', times: 2, do: { fail: 'insufficient_fund' } });
    const charges = [await sandbox.charge(), await sandbox.cardCharge({ return_uri: RETURN })];
    for (const { id } of charges)
      expect(await settled(sandbox, id)).toMatchObject({
        status: 'failed',
        failure_code: 'insufficient_fund',
      });
    expect(await settled(sandbox, (await sandbox.charge()).id)).toMatchObject({ status: 'successful' });
  });

  it('accepts the setting in a form', async () => {
    const sandbox = await createSandbox(gateway);
    await control(gateway)
      .patch(`/api/sandboxes/${sandbox.name}`)
      .type('form')
      .send({ auto_approve: 'true' })
      .expect(200);
    expect(await settled(sandbox, (await sandbox.charge()).id)).toMatchObject({ status: 'successful' });
  });
});
