import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

interface FailingEndpoint {
  readonly uri: string;
  readonly retrying: number;
  readonly exhausted: number;
  readonly responses: readonly {
    readonly status: number | null;
    readonly error: string;
    readonly body: string | null;
    readonly count: number;
  }[];
  readonly deliveries: readonly string[];
}

async function failing(sandbox: Sandbox, livemode = false): Promise<readonly FailingEndpoint[]> {
  const { body } = await control(gateway)
    .get(`/api/sandboxes/${sandbox.name}/deliveries/failing`)
    .query({ livemode })
    .expect(200);
  return (body as { data: readonly FailingEndpoint[] }).data;
}

/** Waits until so many webhooks of failing endpoints are counted. */
const untilFailing = (sandbox: Sandbox, count: number): Promise<void> =>
  until(
    async () =>
      (await failing(sandbox)).reduce((sum, { deliveries }) => sum + deliveries.length, 0) === count,
    `not ${count} webhooks fail`,
  );

const redeliver = async (sandbox: Sandbox, body: object): Promise<void> =>
  void (await control(gateway)
    .post(`/api/sandboxes/${sandbox.name}/deliveries/redeliver`)
    .send(body)
    .expect(200));

const answers = (status: number, body = ''): void =>
  receiver.answer((_, response) => void response.writeHead(status).end(body));

describe('failing endpoints', () => {
  beforeEach(() => answers(200));

  it('have their undelivered webhooks by response, most frequent first', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    const other = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    expect(await failing(sandbox)).toEqual([]);
    answers(404);
    await sandbox.charge();
    await other.charge();
    await untilFailing(sandbox, 1);
    answers(500, 'PG::ConnectionBad: first');
    await sandbox.charge();
    await untilFailing(sandbox, 2);
    answers(500, 'PG::ConnectionBad: second');
    await sandbox.charge();
    await untilFailing(sandbox, 3);
    const [endpoint, ...others] = await failing(sandbox);
    expect(others).toEqual([]);
    expect(endpoint).toEqual({
      object: 'failing_endpoint',
      uri: receiver.uri,
      retrying: 3,
      exhausted: 0,
      responses: [
        {
          status: 500,
          error: 'Endpoint returned 500. Only 2xx counts as delivered.',
          body: 'PG::ConnectionBad: second',
          count: 2,
        },
        { status: 404, error: 'Endpoint returned 404. Only 2xx counts as delivered.', body: '', count: 1 },
      ],
      deliveries: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(await failing(sandbox, true)).toEqual([]);
    await control(gateway).get('/api/sandboxes/no-such-sandbox/deliveries/failing').expect(404);
    // Resending them all ends it.
    answers(200);
    await redeliver(sandbox, { ids: endpoint?.deliveries });
    expect(await failing(sandbox)).toEqual([]);
  });

  it('keep a retried webhook until they receive a later one of the same event', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    receiver.answer(
      ({ event }, response) => void response.writeHead(event.key === 'charge.complete' ? 500 : 200).end(),
    );
    const { id } = await sandbox.charge();
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await untilFailing(sandbox, 1);
    const second = await sandbox.charge();
    await receiver.next(({ event }) => event.data.id === second.id);
    await until(async () => {
      const where = { status: 'delivered', accountId: await sandbox.accountId() };
      return (await gateway.database.webhookDelivery.count({ where })) === 2;
    }, 'the creations are not delivered');
    expect((await failing(sandbox)).map(({ retrying }) => retrying)).toEqual([1]);
    answers(200);
    await sandbox.post(`/charges/${second.id}/mark_as_paid`).expect(200);
    await untilFailing(sandbox, 0);
  });

  it('keep an exhausted webhook until they receive any', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    answers(410);
    const { id } = await sandbox.charge();
    await untilFailing(sandbox, 1);
    expect(await failing(sandbox)).toMatchObject([
      { retrying: 0, exhausted: 1, responses: [{ status: 410 }] },
    ]);
    answers(200);
    await sandbox.post(`/charges/${id}/mark_as_paid`).expect(200);
    await untilFailing(sandbox, 0);
  });

  it('are judged by attempts at their own URL', async () => {
    const nowhere = 'http://127.0.0.1:1/hook';
    const sandbox = await createSandbox(gateway, { webhook_uri: nowhere, webhook_retry_delays: '1h' });
    await sandbox.charge();
    await untilFailing(sandbox, 1);
    const [{ deliveries: [id] } = { deliveries: [] }] = await failing(sandbox);
    await control(gateway)
      .post(`/api/sandboxes/${sandbox.name}/deliveries/${id}/redeliver`)
      .send({ to: receiver.uri })
      .expect(200);
    expect(await failing(sandbox)).toMatchObject([
      {
        uri: nowhere,
        responses: [{ status: null, error: expect.stringMatching(/^Connection refused/), body: null }],
      },
    ]);
  });
});
