import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { HeldDeliveriesStore } from '#engine/webhooks/held-deliveries.store.js';
import { EXAM_CASES } from '#control/exams/rules/exam-cases.js';
import { ShopRunStore } from '#control/shops/shop-run.store.js';
import { openGateway, useGateway } from './harness.js';
import { useReceiver, type ReceivedWebhook } from './receiver.js';
import { createSandbox, type Sandbox } from './sandbox.js';

interface ExamBody {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly message?: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly cases: readonly {
    readonly name: string;
    readonly verdict: string | null;
    readonly findings: readonly { readonly text: string }[];
    readonly entries: readonly {
      readonly kind: string;
      readonly text: string;
      readonly request: { readonly body: string | null } | null;
      readonly response: { readonly body: string | null } | null;
    }[];
  }[];
}

const gateway = useGateway();
const receiver = useReceiver();

const path = ({ name }: Sandbox, rest = ''): string => `/api/sandboxes/${name}/exams${rest}`;
const ask = async (
  sandbox: Sandbox,
  method: 'get' | 'post' | 'put',
  rest: string,
  body?: object,
): Promise<{ status: number; body: ExamBody }> => {
  const { status, body: answer } = await request(sandbox.gateway.settings.controlUrl)
    [method](path(sandbox, rest))
    .send(body);
  return { status, body: answer as ExamBody };
};
const start = (sandbox: Sandbox, body: object = {}): Promise<{ status: number; body: ExamBody }> =>
  ask(sandbox, 'post', '', { receiver: receiver.uri, only: 'genuine-event', settle: '100ms', ...body });
const ended = async (sandbox: Sandbox, { body: { id } }: { body: ExamBody }): Promise<ExamBody> =>
  (await ask(sandbox, 'get', `/${id}?wait=30s`)).body;

/** The case that was judged last, with the texts of its findings. */
const lastOf = ({ cases }: ExamBody): ExamBody['cases'][number] & { readonly said: string } => {
  const last = cases.findLast(({ verdict }) => verdict !== null);
  if (!last) throw new Error('no case is judged');
  return { ...last, said: last.findings.map(({ text }) => text).join(' ') };
};

interface Shop {
  /** Begins an order. */
  readonly begin?: (order: string) => unknown;
  /** Called before an order is shown. */
  readonly show?: (order: string) => unknown;
  /** Answers whether the order of the event is paid. */
  readonly take?: (data: ReceivedWebhook['event']['data']) => unknown;
}

/** A shop, by default one that believes every event. */
function openShop({ begin, show, take = ({ status }) => status === 'successful' }: Shop = {}): {
  probe: string;
  checkout?: string;
} {
  const paid = new Set<unknown>();
  const answer = async ({ path: asked, text, event: { data } }: ReceivedWebhook): Promise<string> => {
    const [, page, order = ''] = /^\/(\w+)\/(\d+)/.exec(asked) ?? [];
    if (page === 'begin') await begin?.(order);
    else if (page === 'orders') await show?.(order);
    else if (text !== '' && (await take(data))) paid.add((data['metadata'] as { order: unknown }).order);
    return JSON.stringify({ status: paid.has(order) ? 'paid' : 'new', count: 0 });
  };
  receiver.answer((received, response) => void answer(received).then((body) => response.end(body)));
  const url = (page: string): string => receiver.uri.replace(/hook$/, `${page}/{order}`);
  return { probe: url('orders'), ...(begin && { checkout: url('begin') }) };
}

describe('an exam', () => {
  afterEach(() => receiver.answer((_, response) => void response.end('ok')));

  it('sends its webhooks alone: others of the sandbox are held until its end, and then sent', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    let finish = (): void => undefined;
    receiver.answer(({ text }, response) => {
      if (text === '') response.end();
      else finish = () => void response.end();
    });
    const exam = await start(sandbox);
    expect([exam.status, exam.body.status]).toEqual([200, 'running']);
    const own = await receiver.next('charge.complete');
    const other = await sandbox.charge();
    const { body } = await start(sandbox);
    expect(body.message).toContain(`the exam ${exam.body.id} is running`);
    expect(receiver.received.map(({ event }) => event.data.id)).not.toContain(other.id);
    const { made } = await gateway.database.shopRun.findUniqueOrThrow({ where: { id: exam.body.id } });
    expect(made).toContain(own.event.data.id);
    receiver.answer((_, response) => void response.end());
    finish();
    const { status, counts, cases } = await ended(sandbox, exam);
    expect([status, counts['passed']]).toEqual(['ended', 1]);
    const bodies = cases[0]?.entries.map(({ request: sent }) => sent?.body?.slice(0, 1_000));
    expect(bodies).toContain(own.text.slice(0, 1_000));
    await receiver.next(({ event }) => event.data.id === other.id);
    // The exam’s own objects are not sent again by the release.
    const ofExam = receiver.received.filter(({ event }) => event.data.id === own.event.data.id);
    expect(ofExam.map(({ event }) => event.key)).toEqual(['charge.complete']);
  });

  it('is started once by requests at the same moment', async () => {
    const sandbox = await createSandbox(gateway);
    const waiting: ServerResponse[] = [];
    receiver.answer((_, response) => void waiting.push(response));
    const started = await Promise.all(Array.from({ length: 6 }, () => start(sandbox)));
    const [first, ...others] = started.toSorted((one, other) => one.status - other.status);
    expect([first?.status, ...others.map(({ status }) => status)]).toEqual([200, 400, 400, 400, 400, 400]);
    for (const { body } of others)
      expect(body.message).toBe(`the exam ${first?.body.id} is running in this sandbox; wait for its end`);
    receiver.answer((_, response) => void response.end());
    for (const response of waiting) response.end();
    if (first) await ended(sandbox, first);
  });

  it('is started in 30 sandboxes at the same moment', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 30 }, () => createSandbox(gateway)));
    const started = await Promise.all(sandboxes.map((sandbox) => start(sandbox)));
    expect(started.map(({ status }) => status)).toEqual(sandboxes.map(() => 200));
    for (const [index, sandbox] of sandboxes.entries())
      await ended(sandbox, started[index] as (typeof started)[number]);
  });

  it('is loaded once by a request that waits for it', async () => {
    const sandbox = await createSandbox(gateway);
    let finish = (): void => undefined;
    receiver.answer(({ text }, response) => {
      if (text === '') response.end();
      else finish = () => void response.end();
    });
    const exam = await start(sandbox);
    await receiver.next('charge.complete');
    const store = gateway.tollgate.control.get(ShopRunStore);
    const [looks, loads] = [jest.spyOn(store, 'look'), jest.spyOn(store, 'load')];
    const waiting = ended(sandbox, exam);
    await until(() => looks.mock.calls.length > 0, 'the request does not wait');
    for (let count = 0; count < 5; count += 1) await sandbox.charge();
    finish();
    expect((await waiting).status).toBe('ended');
    expect(looks.mock.calls.length).toBeGreaterThan(1);
    expect(loads).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });

  it('shows the first 200 calls of a case, and the number of the others', async () => {
    const sandbox = await createSandbox(gateway);
    const shop = openShop({
      take: async ({ id, status }) => {
        const path = `/charges/${id}`;
        for (let count = 0; count < 225; count += 1) await sandbox.get(path);
        const { requestLog } = gateway.database;
        await until(
          async () => (await requestLog.count({ where: { path, status: 200 } })) === 225,
          'the calls are not in the log',
        );
        return status === 'successful';
      },
    });
    const { verdict, entries } = lastOf(await ended(sandbox, await start(sandbox, shop)));
    const calls = entries.filter(({ kind }) => kind === 'call');
    expect([verdict, calls.length, calls.at(-1)?.text]).toEqual(['passed', 201, 'and 25 more calls']);
    expect(calls[0]?.response?.body).toMatch(/^\{"object":"charge"/);
  });

  it('keeps no secrets that a shop shows, neither in itself nor in webhook attempts and snapshots', async () => {
    const sandbox = await createSandbox(gateway);
    const shown = `4242424242424242 ${sandbox.secretKey} Bearer abcdefghijklmnop`;
    receiver.answer(({ path: asked }, response) => {
      response.setHeader('x-debug', shown);
      const order = JSON.stringify({ status: shown, count: asked.length });
      response.end(asked.startsWith('/orders/') ? order : `${'.'.repeat(1_000)} ${shown}`);
    });
    const probe = receiver.uri.replace(/hook$/, 'orders/{order}');
    const examined = await ended(sandbox, await start(sandbox, { probe }));
    const attempts = await gateway.database.webhookAttempt.findMany({
      where: { accountId: await sandbox.accountId() },
    });
    expect(attempts.some(({ answerStart }) => answerStart !== null)).toBe(true);
    const snapshots = `/api/sandboxes/${sandbox.name}/snapshots`;
    const { controlUrl } = gateway.settings;
    await request(controlUrl).post(snapshots).send({ name: 'kept' }).expect(200);
    const exported = await request(controlUrl).get(`${snapshots}/kept/export`).buffer(true).expect(200);
    const all = [examined, attempts, exported.text].map((one) =>
      JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
    for (const text of all) expect(text).not.toMatch(/424242|abcdefghijkl/);
    for (const text of all) expect(text).not.toContain(sandbox.secretKey);
  });

  it('does not judge a probe whose JSON is nested deep', async () => {
    const sandbox = await createSandbox(gateway);
    const deep = `{"status":${'['.repeat(3_000)}${']'.repeat(3_000)},"count":1}`;
    receiver.answer((_, response) => void response.end(deep));
    const probe = receiver.uri.replace(/hook$/, 'orders/{order}');
    const examined = await ended(sandbox, await start(sandbox, { probe }));
    expect([examined.problem, lastOf(examined).verdict]).toEqual([null, 'not_judged']);
    expect(lastOf(examined).said).toContain('is nested too deep: at most 32 levels.');
  });

  it('is stopped while it waits for what a shop does, and does not judge that case', async () => {
    const sandbox = await createSandbox(gateway);
    const exam = await start(sandbox, { only: EXAM_CASES.map(({ name }) => name).join(','), settle: '1m' });
    await ask(sandbox, 'post', `/${exam.body.id}/stop`);
    const { status, problem, cases } = await ended(sandbox, exam);
    expect([status, problem, cases.at(-1)?.verdict]).toEqual(['ended', 'The exam was stopped.', null]);
    const next = await start(sandbox);
    expect(next.status).toBe(200);
    await ended(sandbox, next);
  });

  it('holds others out until a stopped one has released its webhooks, and then holds them itself', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const hanging: ServerResponse[] = [];
    const isSent = (): boolean => hanging.length > 0;
    const finish = (): unknown => hanging.pop()?.end();
    receiver.answer(({ text }, response) => {
      if (text === '') response.end();
      else hanging.push(response);
    });
    const first = await start(sandbox);
    await until(isSent, 'the exam sends no event');
    await ask(sandbox, 'post', `/${first.body.id}/stop`);
    const early = await start(sandbox);
    expect([early.status, early.body.message]).toEqual([
      400,
      expect.stringContaining(`the exam ${first.body.id} is running`),
    ]);
    finish();
    expect((await ended(sandbox, first)).problem).toBe('The exam was stopped.');
    const second = await start(sandbox);
    expect(second.status).toBe(200);
    await until(isSent, 'the exam sends no event');
    const other = await sandbox.charge();
    receiver.answer((_, response) => void response.end());
    finish();
    expect((await ended(sandbox, second)).counts['passed']).toBe(1);
    await receiver.next(({ event }) => event.data.id === other.id);
    const keys = receiver.received.slice(-2).map(({ event }) => event.key);
    expect(keys).toEqual(['charge.complete', 'charge.create']);
  });

  it('asks its caller, if a probe is theirs, and a wait ends with a question that is not known yet', async () => {
    const sandbox = await createSandbox(gateway);
    const exam = await start(sandbox, { probe: 'caller' });
    const states = ['pending', 'paid'];
    const asking: string[] = [];
    let asked = 0;
    for (;;) {
      const known = asking.at(-1) ?? '';
      const { body } = await ask(sandbox, 'get', `/${exam.body.id}?wait=30s&question=${known}`);
      const { question, status, counts } = body as ExamBody & { question: { id: string } | null };
      if (status !== 'running') {
        expect(counts['passed']).toBe(1);
        break;
      }
      if (!question) continue;
      asking.push(question.id);
      const answer = JSON.stringify({ status: states[asked] ?? 'paid', count: asked });
      asked += 1;
      await ask(sandbox, 'put', `/${exam.body.id}/answer`, { question: question.id, answer });
    }
    expect(new Set(asking).size).toBe(asking.length);
    const { status, body } = await ask(sandbox, 'put', `/${exam.body.id}/answer`, {
      question: '1',
      answer: '{}',
    });
    expect([status, body.message]).toEqual([400, 'the exam does not ask question 1']);
  });

  it('stores no answer of the control host, also if a probe names it', async () => {
    const sandbox = await createSandbox(gateway);
    const exam = await start(sandbox, { probe: `${gateway.settings.controlUrl}/api/sandboxes?x={order}` });
    const body = JSON.stringify(await ended(sandbox, exam));
    expect(body).toContain('webhooks cannot be sent to the control API');
    expect(body).not.toContain(sandbox.secretKey);
  });

  it('stores answers that PostgreSQL cannot store as they are', async () => {
    const sandbox = await createSandbox(gateway);
    const odd = `${'🧾'.repeat(2_000)}\0`;
    receiver.answer((_, response) => void response.end(odd));
    const exam = await start(sandbox, { probe: `${receiver.uri.replace(/hook$/, '')}{order}` });
    const { status, problem, counts } = await ended(sandbox, exam);
    expect([status, problem, counts['not_judged']]).toEqual(['ended', null, 1]);
  });

  it('judges no calls of the shop without a request log', async () => {
    const sandbox = await createSandbox(await openGateway({ REQUEST_LOG: 'off' }));
    const exam = await start(sandbox, { ...openShop(), only: 'same-event-twice' });
    const { name, verdict, said } = lastOf(await ended(sandbox, exam));
    expect([name, verdict]).toEqual(['same-event-twice', 'not_judged']);
    expect(said).toContain('REQUEST_LOG=on');
  });

  it('finds the charge of a shop whose metadata has the order as a number', async () => {
    const sandbox = await createSandbox(gateway);
    const { checkout } = openShop({
      begin: (order) => sandbox.charge({ metadata: { order: Number(order) } }),
    });
    const { counts } = await ended(sandbox, await start(sandbox, { checkout }));
    expect(counts['passed']).toBe(1);
  });

  it('does not take a call that its probe causes for a question about the event', async () => {
    const sandbox = await createSandbox(gateway);
    let charge = '';
    const shop = openShop({
      show: () => charge && sandbox.get(`/charges/${charge}`),
      take: ({ id }) => (charge = id),
    });
    const { name, verdict, said } = lastOf(
      await ended(sandbox, await start(sandbox, { ...shop, only: 'no-signature' })),
    );
    expect([name, verdict]).toEqual(['no-signature', 'failed']);
    expect(said).toMatch(/^The endpoint returned 200, and the order changed/);
  });

  it('judges no refund of an order that never was paid', async () => {
    const sandbox = await createSandbox(gateway);
    const own = new Set<string>();
    const promptpay = { currency: 'THB', source: { type: 'promptpay' } };
    const shop = openShop({
      begin: async (order) => own.add((await sandbox.charge({ ...promptpay, metadata: { order } })).id),
      take: ({ id, status }) => own.has(id) && status === 'successful',
    });
    const { verdict, said } = lastOf(
      await ended(sandbox, await start(sandbox, { ...shop, only: 'refund-dispute-reversal' })),
    );
    expect(verdict).toBe('not_judged');
    expect(said).toContain('the shop may know only the charges that it created');
  });

  it('does not judge long-unicode by its response alone', async () => {
    const sandbox = await createSandbox(gateway);
    const exam = await start(sandbox, { only: 'long-unicode' });
    const { verdict, said } = lastOf(await ended(sandbox, exam));
    expect(verdict).toBe('not_judged');
    expect(said).toMatch(/^charge.complete: 200 in \d+ ms\. .* pass a probe\.$/);
  });

  it.each([
    ['says that a shop makes a call without an event too', true],
    ['says nothing about a call that a probe has made before', false],
  ])('%s', async (_what, isUsual) => {
    const sandbox = await createSandbox(gateway);
    const charges = new Map<string, string>();
    const read = (id = ''): Promise<{ body: { status: string } }> => sandbox.get(`/charges/${id}`);
    const shop = openShop({
      begin: async (order) => {
        charges.set(order, (await sandbox.charge({ metadata: { order } })).id);
        if (isUsual) await read(charges.get(order));
      },
      show: (order) => read(charges.get(order)),
      take: async ({ id }) => (await read(id)).body.status === 'successful',
    });
    const { verdict, said } = lastOf(
      await ended(sandbox, await start(sandbox, { ...shop, only: 'api-disagrees' })),
    );
    expect(verdict).toBe('passed');
    expect(said).toMatch(
      isUsual
        ? /^The shop made GET \S+\. It made this call before the event too/
        : /^The shop made GET \/charges\/\w+\.$/,
    );
  });

  it('does not take another call of the shop for one about the event', async () => {
    const sandbox = await createSandbox(gateway);
    const calls = ['/balance'];
    const shop = openShop({
      take: async ({ id, status }) => {
        for (const call of [...calls, `/charges/${id}`])
          if ((await sandbox.get(call)).status >= 500) return false;
        return status === 'successful';
      },
    });
    const examined = async (): Promise<string> =>
      lastOf(await ended(sandbox, await start(sandbox, { ...shop, only: 'api-recovers' }))).said;
    expect(await examined()).toContain('The shop did not call the API for the event');
    calls.pop();
    expect(await examined()).toMatch(/GET \/charges\/\w+ returned 500/);
  });

  it('keeps the first and the last answer while it waits for a probe', async () => {
    const sandbox = await createSandbox(gateway);
    let asked = 0;
    receiver.answer(({ path: at }, response) => {
      if (!at.startsWith('/orders/')) return void response.end();
      asked += 1;
      response.end(JSON.stringify({ status: asked > 6 ? 'paid' : 'new', count: 0, asked }));
    });
    const probe = receiver.uri.replace(/hook$/, 'orders/{order}');
    const { entries, verdict } = lastOf(await ended(sandbox, await start(sandbox, { probe })));
    const answers = entries.filter(({ kind }) => kind === 'probe').map(({ response }) => response?.body);
    expect(verdict).toBe('passed');
    expect(answers.map((body) => (JSON.parse(body ?? '') as { asked: number }).asked)).toEqual([
      1, 2, 3, 4, 7,
    ]);
  });

  it('waits at most 10 seconds for a page', async () => {
    const [trickled, hung] = [await createSandbox(gateway), await createSandbox(gateway)];
    receiver.answer(({ path: asked }, response) => {
      if (!asked.startsWith('/orders/')) return void response.end();
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    });
    const probe = receiver.uri.replace(/hook$/, 'orders/{order}');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hung`;
    const exams = [
      await start(trickled, { probe }),
      await start(hung, { receiver: silentUrl, start: '0s' }),
    ] as const;
    expect(lastOf(await ended(trickled, exams[0])).said).toMatch(
      /^The probe did not answer for order \d+: no answer within 10 s\.$/,
    );
    expect((await ended(hung, exams[1])).problem).toContain(
      `${silentUrl} does not answer (no answer within 10 s)`,
    );
    silent.closeAllConnections();
    silent.close();
  });

  it('is ended by the worker if its process has died, which sends what it held, but not its own events', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const accountId = await sandbox.accountId();
    await request(gateway.settings.controlUrl)
      .post(`/api/sandboxes/${sandbox.name}/webhooks/hold`)
      .expect(200);
    const own = await sandbox.charge();
    const { id } = await sandbox.charge();
    const left = {
      id: `exam_of_${sandbox.name}`,
      accountId,
      holds: true,
      made: [own.id],
      createdAt: new Date(),
    };
    const parameters = {
      receiver: receiver.uri,
      probe: null,
      checkout: null,
      orderKey: 'order',
      expect: [],
      settleMs: 1_000,
      startMs: 60_000,
      cases: [],
    };
    await gateway.database.shopRun.create({ data: { ...left, parameters, aliveUntil: new Date(0) } });
    await receiver.next(({ event }) => event.data.id === id);
    const ofExam = await gateway.database.webhookDelivery.findMany({
      where: { event: { objectId: own.id } },
    });
    expect(ofExam.map(({ status, attemptCount }) => [status, attemptCount])).toEqual([['exhausted', 0]]);
    const { status, problem } = (await ask(sandbox, 'get', `/${left.id}`)).body;
    expect([status, problem]).toEqual(['ended', 'Tollgate stopped before the end of the exam.']);
  });

  it('is ended later if a release fails or its process dies in the middle', async () => {
    const sandbox = await createSandbox(gateway, { webhook_uri: receiver.uri });
    const accountId = await sandbox.accountId();
    await request(gateway.settings.controlUrl)
      .post(`/api/sandboxes/${sandbox.name}/webhooks/hold`)
      .expect(200);
    const { id: charge } = await sandbox.charge();
    const { worker } = gateway.tollgate;
    jest.spyOn(worker.get(HeldDeliveriesStore), 'beginRelease').mockRejectedValueOnce(new Error('crash'));
    const id = `exam_of_${sandbox.name}`;
    const dead = { id, accountId, holds: true, createdAt: new Date(), aliveUntil: new Date(0) };
    await gateway.database.shopRun.create({ data: { ...dead, parameters: {} } });
    const { shopRun: exam } = gateway.database;
    await until(
      async () => (await exam.findUniqueOrThrow({ where: { id } })).aliveUntil > dead.aliveUntil,
      'the exam is not claimed',
    );
    expect((await exam.findUniqueOrThrow({ where: { id } })).endedAt).toBeNull();
    await exam.update({ where: { id }, data: { aliveUntil: dead.aliveUntil } });
    await receiver.next(({ event }) => event.data.id === charge);
    await until(
      async () => (await exam.findUniqueOrThrow({ where: { id } })).endedAt !== null,
      'the exam is not ended',
    );
  });

  it.each([
    [{ receiver: '' }, 'receiver must be'],
    [{ receiver: 'http://169.254.169.254/' }, 'receiver must'],
    [{ probe: 'http://169.254.169.254/{order}' }, 'probe must'],
    [{ only: 'everything' }, 'only has an unknown case everything; cases: genuine-event, no-signature'],
    [{ expect: 'x'.repeat(90_000) }, 'expect must be at most 20 field names of at most 100 characters'],
    [{ settle: '2m' }, 'settle must be from 0s to 1m'],
  ])('is rejected with %j', async (parameters, message) => {
    const { status, body } = await start(await createSandbox(gateway), parameters);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('shows its parameters, with the defaults', async () => {
    const exam = await start(await createSandbox(gateway), { order_key: 'number', settle: '1500ms' });
    expect(exam.body).toMatchObject({
      order_key: 'number',
      expect: ['status', 'count'],
      settle: '1s500ms',
      start: '1m',
    });
  });

  it('is found by its sandbox only', async () => {
    const [mine, theirs] = [await createSandbox(gateway), await createSandbox(gateway)];
    const exam = await start(mine);
    await ended(mine, exam);
    expect((await ask(theirs, 'get', `/${exam.body.id}`)).status).toBe(404);
    const { body } = await ask(mine, 'get', '');
    expect((body as unknown as { data: ExamBody[] }).data.map(({ id }) => id)).toEqual([exam.body.id]);
  });
});
