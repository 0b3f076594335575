import { HOUR_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { frozenSandbox } from './clock.js';
import { setFault } from './faults.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

interface Status {
  readonly clock: {
    readonly now: string;
    readonly machine_now: string;
    readonly offset_ms: number;
    readonly frozen: boolean;
    readonly advancing: boolean;
  };
  readonly webhooks: object;
  readonly faults: object;
}

async function statusOf({ name }: Sandbox, query: object = {}): Promise<Status> {
  const { body } = await control(gateway).get(`/api/sandboxes/${name}/status`).query(query).expect(200);
  return body as Status;
}

const post = (sandbox: Sandbox, path: string, body: object = {}): Promise<unknown> =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/${path}`).send(body).expect(200);

const NO_WEBHOOKS = { holding: false, held: 0, pending: 0, retrying: 0, exhausted: 0 };

describe('the status of a sandbox', () => {
  it('shows a synchronous clock, no webhooks and no faults at first', async () => {
    const { clock, webhooks, faults } = await statusOf(await createSandbox(gateway));
    expect(clock).toMatchObject({ offset_ms: 0, frozen: false, advancing: false });
    expect(clock.now).toBe(clock.machine_now);
    expect([webhooks, faults]).toEqual([NO_WEBHOOKS, { active: 0 }]);
  });

  it('shows the clock’s time and lead', async () => {
    const sandbox = await createSandbox(gateway);
    await post(sandbox, 'clock/advance', { by: '1h' });
    const { clock: ahead } = await statusOf(sandbox);
    expect(Math.abs(ahead.offset_ms - HOUR_MS)).toBeLessThan(HOUR_MS / 10);
    expect(Date.parse(ahead.now) - Date.parse(ahead.machine_now)).toBe(ahead.offset_ms);
    await post(sandbox, 'clock/freeze');
    const { clock: frozen } = await statusOf(sandbox);
    expect(frozen).toMatchObject({
      frozen: true,
      offset_ms: Date.parse(frozen.now) - Date.parse(frozen.machine_now),
    });
  });

  it('shows that the clock is being advanced', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '1h' });
    await sandbox.charge();
    await receiver.next('charge.create');
    receiver.answer((_, response) => void held.then(() => response.end()));
    await Promise.all([
      post(sandbox, 'clock/advance', { by: '1d' }),
      until(async () => (await statusOf(sandbox)).clock.advancing, 'it does not say so').finally(answer),
    ]);
    expect((await statusOf(sandbox)).clock).toMatchObject({ advancing: false, frozen: false });
  });

  it('counts held webhooks, and shows that they are held even without any', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    await post(sandbox, 'webhooks/hold');
    expect((await statusOf(sandbox)).webhooks).toEqual({ ...NO_WEBHOOKS, holding: true });
    await sandbox.charge();
    expect((await statusOf(sandbox)).webhooks).toEqual({ ...NO_WEBHOOKS, holding: true, held: 1 });
    expect((await statusOf(sandbox, { livemode: true })).webhooks).toEqual({ ...NO_WEBHOOKS, holding: true });
    await post(sandbox, 'webhooks/release');
    expect((await statusOf(sandbox)).webhooks).toEqual(NO_WEBHOOKS);
  });

  it('counts retried and given-up webhooks', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozenSandbox(gateway, '2031-01-01T00:00:00Z', {
      webhook_uri: receiver.uri,
      webhook_retry_delays: '1h',
    });
    await sandbox.charge();
    const webhooks = async (): Promise<object> => (await statusOf(sandbox)).webhooks;
    await until(
      async () => JSON.stringify(await webhooks()).includes('"retrying":1'),
      'no webhook is retried',
    );
    expect(await webhooks()).toEqual({ ...NO_WEBHOOKS, retrying: 1 });
    await post(sandbox, 'clock/advance', { by: '1h' });
    expect(await webhooks()).toEqual({ ...NO_WEBHOOKS, exhausted: 1 });
    expect((await statusOf(sandbox, { livemode: false })).webhooks).toEqual({ ...NO_WEBHOOKS, exhausted: 1 });
    expect((await statusOf(sandbox, { livemode: true })).webhooks).toEqual(NO_WEBHOOKS);
  });

  it('counts faults that can still fire', async () => {
    const sandbox = await createSandbox(gateway);
    await setFault(sandbox, {
      on: 'api',
      name: 'once',
      match: { route: 'POST /charges' },
      do: { status: 503 },
    });
    await setFault(sandbox, {
      on: 'api',
      name: 'always',
      match: { route: 'POST /customers' },
      times: 'always',
      do: { status: 503 },
    });
    expect((await statusOf(sandbox)).faults).toEqual({ active: 2 });
    await sandbox.post('/charges').expect(503);
    expect((await statusOf(sandbox)).faults).toEqual({ active: 1 });
    await control(gateway).delete(`/api/sandboxes/${sandbox.name}/faults`).expect(200);
    expect((await statusOf(sandbox)).faults).toEqual({ active: 0 });
  });

  it('is private, and empty after a reset', async () => {
    const [sandbox, other] = [
      await createSandbox(gateway, { webhook_uri: receiver.uri }),
      await createSandbox(gateway),
    ];
    await post(sandbox, 'webhooks/hold');
    await sandbox.charge();
    expect((await statusOf(other)).webhooks).toEqual(NO_WEBHOOKS);
    await sandbox.reset();
    expect((await statusOf(sandbox)).webhooks).toEqual(NO_WEBHOOKS);
    await control(gateway).get('/api/sandboxes/nobody/status').expect(404);
    await control(gateway).get(`/api/sandboxes/${other.name}/status?livemode=maybe`).expect(400);
  });
});
