import request from 'supertest';
import { newSuffix } from '#kernel/ids.js';
import { HOUR_MS, MINUTE_MS } from '#kernel/time.js';
import { until } from '#platform/testing/until.js';
import { useGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const gateway = useGateway();
const receiver = useReceiver();

interface Figure {
  readonly machine_at: string;
  readonly requests: number;
  readonly errors: number;
  readonly p95_ms: number | null;
  readonly delivered: number;
  readonly failed_attempts: number;
}

interface Figures {
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly data: readonly Figure[];
  readonly gap: boolean;
}

async function figuresOf({ name }: Sandbox, query: object = {}): Promise<Figures> {
  const { body } = await control(gateway).get(`/api/sandboxes/${name}/figures`).query(query).expect(200);
  return body as Figures;
}

/** The sums of all steps. */
function sumOf({ data }: Figures): number[] {
  const sum = (of: (figure: Figure) => number): number => data.reduce((all, one) => all + of(one), 0);
  return [
    sum(({ requests }) => requests),
    sum(({ errors }) => errors),
    sum(({ delivered }) => delivered),
    sum(({ failed_attempts: failed }) => failed),
  ];
}

describe('the figures of a sandbox', () => {
  it('leave page loads out, and count the calls about checkout sessions', async () => {
    const sandbox = await createSandbox(gateway);
    const { authorize_uri: page } = await sandbox.charge();
    await request(page).get('').expect(200);
    const sessions = `${gateway.settings.payUrl}/api/sessions`;
    await request(sessions).get('/sess_test_none').auth(sandbox.secretKey, '').expect(404);
    const logged = `/api/sandboxes/${sandbox.name}/requests?wait=60s&count=3`;
    expect((await control(gateway).get(logged).expect(200)).body).toMatchObject({ reason: null });
    expect(sumOf(await figuresOf(sandbox))).toEqual([2, 1, 0, 0]);
  });

  it('count requests, errors and attempts in the step in which they happened', async () => {
    let answered = 0;
    receiver.answer((_, response) => void response.writeHead((answered += 1) === 1 ? 500 : 200).end());
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri, webhook_retry_delays: '10ms' });
    const began = Date.now();
    await sandbox.charge();
    await sandbox.post('/charges', {}).expect(400);
    const areThere = async (): Promise<boolean> =>
      JSON.stringify(sumOf(await figuresOf(sandbox))) === '[2,1,1,1]';
    await until(areThere, 'requests and attempts are not counted');
    const ended = Date.now();
    const figures = await figuresOf(sandbox, { step: '5m', from: new Date(began - HOUR_MS).toISOString() });
    expect(figures).toMatchObject({ object: 'figures', step: '5m', gap: false });
    expect(figures.data.map(({ machine_at: at }) => Date.parse(at))).toEqual(
      figures.data.map((_, index) => Date.parse(figures.from) + index * 5 * MINUTE_MS),
    );
    expect(Date.parse(figures.from) % (5 * MINUTE_MS)).toBe(0);
    expect(Date.parse(figures.to)).toBe(Date.parse(figures.data.at(-1)?.machine_at ?? '') + 5 * MINUTE_MS);
    for (const { machine_at: at, requests, p95_ms: p95 } of figures.data) {
      const isWithin = Date.parse(at) + 5 * MINUTE_MS > began && Date.parse(at) <= ended;
      if (!isWithin) expect(requests).toBe(0);
      expect(p95 !== null).toBe(requests > 0);
    }
  });

  it('cover one mode of one sandbox', async () => {
    const [sandbox, other] = [await createSandbox(gateway), await createSandbox(gateway)];
    await sandbox.charge();
    await until(async () => sumOf(await figuresOf(sandbox))[0] === 1, 'the request is not counted');
    expect(sumOf(await figuresOf(sandbox, { livemode: false }))[0]).toBe(1);
    expect(sumOf(await figuresOf(sandbox, { livemode: true }))[0]).toBe(0);
    expect(sumOf(await figuresOf(other))[0]).toBe(0);
  });

  it('report that more happened than was counted', async () => {
    const sandbox = await createSandbox(gateway);
    await sandbox.charge();
    await until(async () => sumOf(await figuresOf(sandbox))[0] === 1, 'the request is not counted');
    const ids = Array.from({ length: 10_000 }, () => `req_${newSuffix()}`);
    await gateway.database.$executeRaw`
      INSERT INTO request_log SELECT (jsonb_populate_record(log, jsonb_build_object('id', made))).*
      FROM request_log log, unnest(${ids}::text[]) made WHERE account_id = ${await sandbox.accountId()}`;
    const figures = await figuresOf(sandbox);
    expect([sumOf(figures)[0], figures.gap]).toEqual([10_000, true]);
  });

  it.each([
    [{ step: '100ms' }, /^step must be a duration from 1s to 1d/],
    [{ step: 'long' }, /^step must be a duration from 1s to 1d/],
    [{ step: '2d' }, /^step must be a duration from 1s to 1d/],
    [{ from: 'soon' }, /^from must be an ISO 8601 datetime/],
    [{ from: '2999-01-01T00:00:00Z' }, /^from must not be after the machine's time/],
    [{ step: '1s' }, /^from and step must make at most 200 steps; these make 36\d\d$/],
    [{ livemode: 'maybe' }, /^livemode must be true or false/],
  ])('are rejected with %j', async (query, message) => {
    const { name } = await createSandbox(gateway);
    const { body } = await control(gateway).get(`/api/sandboxes/${name}/figures`).query(query).expect(400);
    expect(body).toMatchObject({ code: 'bad_request', message: expect.stringMatching(message) as string });
  });
});
