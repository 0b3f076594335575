import { DAY_MS, HOUR_MS } from '#kernel/time.js';
import { Client } from 'pg';
import request from 'supertest';
import { until } from '#platform/testing/until.js';
import { advance, clockOf, frozenSandbox, happenedKinds, type AdvanceBody } from './clock.js';
import { useGateway, useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(BEGIN) + ms).toISOString();
const seconds = (iso: string): string => iso.replace('.000Z', 'Z');

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer((_, response) => void response.end('ok'));
});

const frozen = (settings: object = {}): Promise<Sandbox> => frozenSandbox(gateway, BEGIN, settings);
const post = (sandbox: Sandbox, path: string, body: object = {}): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/${path}`).send(body);

/** When the sandbox makes something, at that process. */
async function timeAt(sandbox: Sandbox, at = gateway): Promise<string> {
  return ((await sandbox.post('/customers', {}, at)).body as { created_at: string }).created_at;
}

/** Its sent webhooks, with their results. */
async function attemptsOf(sandbox: Sandbox): Promise<{ readonly at: string; readonly number: number }[]> {
  const where = { delivery: { accountId: await sandbox.accountId() } };
  const attempts = await gateway.database.webhookAttempt.findMany({
    where,
    orderBy: [{ startedAt: 'asc' }, { deliveryId: 'asc' }],
  });
  return attempts.map(({ startedAt, number }) => ({ at: startedAt.toISOString(), number }));
}

/** True if a request waits for the sandbox's events. */
async function isWatched(sandbox: Sandbox): Promise<boolean> {
  return (
    (await gateway.database.account.findUniqueOrThrow({ where: { id: await sandbox.accountId() } }))
      .watchedUntil !== null
  );
}

/** True during an advance of its clock. */
async function isMoving(sandbox: Sandbox): Promise<boolean> {
  return (
    (await gateway.database.clockMove.count({
      where: { accountId: await sandbox.accountId(), status: 'running' },
    })) > 0
  );
}

describe('a frozen clock', () => {
  it('gives all new objects one instant, in every process, and lists them in order of creation', async () => {
    const sandbox = await frozen();
    const made = [];
    for (const at of [gateway, twin, gateway, twin, twin, gateway])
      made.push(((await sandbox.post('/customers', {}, at)).body as { id: string }).id);
    const { body } = await sandbox.get('/customers?order=chronological');
    const listed = (body as { data: { id: string; created_at: string }[] }).data;
    expect(listed.map(({ id }) => id)).toEqual(made);
    expect(new Set(listed.map(({ created_at: at }) => at))).toEqual(new Set([seconds(BEGIN)]));
  });

  it('shows its time and what is due next', async () => {
    const sandbox = await frozen();
    expect(await clockOf(sandbox)).toEqual({ object: 'clock', now: BEGIN, frozen: true, next: null });
    const { id } = await sandbox.charge({ expires_at: after(DAY_MS), metadata: { order: '1042' } });
    const next = { at: after(DAY_MS), kind: 'expiry', object_id: id };
    expect(await clockOf(sandbox)).toEqual({ object: 'clock', now: BEGIN, frozen: true, next });
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/clock/upcoming`).expect(200);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          ...next,
          livemode: false,
          delivery: null,
          why: 'Unless it is paid or declined first.',
          amount: 2000,
          currency: 'MYR',
          metadata: { order: '1042' },
        },
      ],
      next: null,
    });
  });

  it('shows what is due next for one charge and its refunds', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozen({ webhook_retry_delays: ['1h'] });
    const { id } = await sandbox.charge({ expires_at: after(2 * DAY_MS) });
    await sandbox.charge({ expires_at: after(DAY_MS) });
    const upcoming = async (object: string): Promise<object[]> => {
      const path = `/api/sandboxes/${sandbox.name}/clock/upcoming?object=${object}`;
      return ((await control(gateway).get(path).expect(200)).body as { data: object[] }).data;
    };
    expect(await upcoming(id)).toMatchObject([{ kind: 'expiry', object_id: id }]);
    const { id: paid } = await sandbox.cardCharge();
    await control(gateway)
      .patch(`/api/sandboxes/${sandbox.name}`)
      .send({ webhook_uri: receiver.uri })
      .expect(200);
    const { body } = await sandbox.post(`/charges/${paid}/refunds`, { amount: 1_000 });
    const retry = { at: after(HOUR_MS), kind: 'retry', object_id: (body as { id: string }).id };
    await until(
      async () => JSON.stringify(await upcoming(paid)).includes('"retry"'),
      'the webhook has no attempt',
    );
    expect(await upcoming(paid)).toMatchObject([retry]);
    expect(await upcoming('chrg_test_none')).toEqual([]);
  });

  it('can run again from its time, and freeze again', async () => {
    const sandbox = await frozen();
    await post(sandbox, 'resume').expect(200);
    const { now, frozen: isFrozen } = await clockOf(sandbox);
    expect(isFrozen).toBe(false);
    expect(Date.parse(now) - Date.parse(BEGIN)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(now) - Date.parse(BEGIN)).toBeLessThan(HOUR_MS);
    const { body } = await post(sandbox, 'freeze').expect(200);
    const stands = (body as { now: string }).now;
    for (const at of [gateway, twin]) expect(await timeAt(sandbox, at)).toBe(`${stands.slice(0, 19)}Z`);
    expect(await clockOf(sandbox)).toMatchObject({ now: stands, frozen: true });
  });

  it('sends webhooks that are due at once', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const { id } = await sandbox.charge();
    const { headers } = await receiver.next(({ event }) => event.data.id === id);
    expect(headers['tollgate-time']).toBe(BEGIN);
  });

  it('can be advanced to an instant', async () => {
    const sandbox = await frozen();
    const { id } = await sandbox.charge({ expires_at: after(DAY_MS) });
    const { body } = await post(sandbox, 'freeze', { at: after(2 * DAY_MS) }).expect(200);
    expect(body).toMatchObject({ now: after(2 * DAY_MS), frozen: true, next: null });
    expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({
      status: 'expired',
      expired_at: seconds(after(DAY_MS)),
    });
  });
});

describe('an advance of a clock', () => {
  it('gives each expiry and each retry of thirty days its own instant', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const sandbox = await frozen({ webhook_uri: receiver.uri, webhook_retry_delays: '1h,24h' });
    const days = [7, 1, 3];
    const charges: string[] = [];
    for (const day of days) charges.push((await sandbox.charge({ expires_at: after(day * DAY_MS) })).id);
    const walked = await advance(sandbox, { by: '30d' });
    expect(walked).toMatchObject({ status: 'done', from: BEGIN, to: after(30 * DAY_MS), unfinished: [] });
    for (const [index, day] of days.entries()) {
      const id = charges[index];
      const expiry = walked.happened.find(
        ({ kind, object_id: object }) => kind === 'expiry' && object === id,
      );
      expect(expiry).toMatchObject({ at: after(day * DAY_MS), outcome: 'expired' });
      expect((await sandbox.get(`/charges/${id}`)).body).toMatchObject({
        status: 'expired',
        expired_at: seconds(after(day * DAY_MS)),
      });
      expect((await sandbox.get(`/events/${expiry?.event}`)).body).toMatchObject({
        key: 'charge.complete',
        created_at: seconds(after(day * DAY_MS)),
        data: { id, expired_at: seconds(after(day * DAY_MS)) },
      });
    }
    const tries = (begin: number): string[] => [begin, begin + HOUR_MS, begin + 25 * HOUR_MS].map(after);
    const expected = [0, 0, 0, ...days.map((day) => day * DAY_MS)].flatMap(tries).sort();
    expect((await attemptsOf(sandbox)).map(({ at }) => at)).toEqual(expected);
    expect(
      walked.happened.filter(({ kind }) => kind === 'retry').map(({ outcome, status }) => [outcome, status]),
    ).toEqual(
      expect.arrayContaining([
        ['pending', 500],
        ['exhausted', 500],
      ]),
    );
    expect(walked.happened.map(({ at }) => at)).toEqual(walked.happened.map(({ at }) => at).sort());
  });

  it('is repeatable', async () => {
    receiver.answer((_, response) => void response.writeHead(500).end());
    const walks: AdvanceBody[] = [];
    for (let time = 0; time < 2; time += 1) {
      const sandbox = await frozen({ webhook_uri: receiver.uri, webhook_retry_delays: '1h,2h' });
      await sandbox.charge({ expires_at: after(HOUR_MS) });
      await sandbox.charge({ expires_at: after(HOUR_MS) });
      await sandbox.charge({ expires_at: after(3 * HOUR_MS) });
      await until(async () => (await attemptsOf(sandbox)).length === 3, 'the first attempts are not made');
      walks.push(await advance(sandbox, { until: 'idle' }));
    }
    const [first, second] = walks.map(({ to, happened }) => ({ to, happened: happenedKinds(happened) }));
    expect(first).toEqual(second);
    expect(first?.happened.slice(0, 7).map(([at, kind]) => [at, kind])).toEqual([
      ...Array.from({ length: 2 }, () => [after(HOUR_MS), 'expiry']),
      ...Array.from({ length: 3 }, () => [after(HOUR_MS), 'retry']),
      ...Array.from({ length: 2 }, () => [after(HOUR_MS), 'delivery']),
    ]);
  });

  it('includes work that is due exactly at its end, and nothing later', async () => {
    const sandbox = await frozen();
    const [due, later] = [
      await sandbox.charge({ expires_at: after(HOUR_MS) }),
      await sandbox.charge({ expires_at: after(HOUR_MS + 1_000) }),
    ];
    await advance(sandbox, { to: after(HOUR_MS) });
    const statusOf = async ({ id }: { id: string }): Promise<unknown> =>
      ((await sandbox.get(`/charges/${id}`)).body as { status: string }).status;
    expect([await statusOf(due), await statusOf(later)]).toEqual(['expired', 'pending']);
  });

  it('can stop at the next instant, or when nothing is due', async () => {
    const sandbox = await frozen();
    for (const hours of [1, 2, 5]) await sandbox.charge({ expires_at: after(hours * HOUR_MS) });
    expect(await advance(sandbox, { until: 'next' })).toMatchObject({
      to: after(HOUR_MS),
      happened: [{ kind: 'expiry' }],
    });
    expect(await advance(sandbox, { until: 'idle' })).toMatchObject({
      to: after(5 * HOUR_MS),
      happened: [{}, {}],
    });
    expect(await advance(sandbox, { until: 'next' })).toMatchObject({
      to: after(5 * HOUR_MS),
      status: 'done',
      happened: [],
    });
  });

  it('reverses an authorization that was not captured', async () => {
    const sandbox = await frozen();
    const card = await sandbox.cardCharge({ capture: false });
    const { happened } = await advance(sandbox, { by: '8d' });
    expect(happened.find(({ object_id: id }) => id === card.id)).toMatchObject({
      kind: 'authorization_end',
      outcome: 'expired',
    });
  });

  it('leaves a running clock running from its end', async () => {
    const sandbox = await createSandbox(gateway);
    const { from, to } = await advance(sandbox, { by: '10d' });
    expect(Date.parse(to) - Date.parse(from)).toBe(10 * DAY_MS);
    const { now, frozen: isFrozen } = await clockOf(sandbox);
    expect(isFrozen).toBe(false);
    expect(now >= to).toBe(true);
    for (const at of [gateway, twin]) expect((await timeAt(sandbox, at)) >= `${to.slice(0, 19)}Z`).toBe(true);
  });

  it('does not delay another sandbox', async () => {
    const slow = await frozen({ webhook_uri: receiver.uri });
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    await slow.charge({ expires_at: after(HOUR_MS) });
    const walking = advance(slow, { by: '1d' });
    expect((await advance(await frozen(), { by: '1d' })).status).toBe('done');
    const release = setInterval(() => held.splice(0).forEach((end) => end()), 10);
    expect((await walking).status).toBe('done');
    clearInterval(release);
  });

  it('stops at each delivery, so that the receiver’s calls have that instant', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const made: [string, Promise<string>][] = [];
    receiver.answer(({ event, headers }, response) => {
      if (event.key !== 'charge.complete') return void response.end('ok');
      const making = timeAt(sandbox, twin);
      made.push([headers['tollgate-time'] as string, making]);
      void making.then(() => response.end('ok'));
    });
    for (const hours of [1, 2, 3]) await sandbox.charge({ expires_at: after(hours * HOUR_MS) });
    expect((await advance(sandbox, { by: '1d' })).status).toBe('done');
    expect(await Promise.all(made.map(async ([told, making]) => [told, await making]))).toEqual(
      [1, 2, 3].map((hours) => [after(hours * HOUR_MS), seconds(after(hours * HOUR_MS))]),
    );
  });

  it('signs webhooks in real time, even ten years ahead', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ expires_at: after(DAY_MS) });
    await advance(sandbox, { by: '3650d' });
    const { headers } = await receiver.next(
      ({ event }) => event.key === 'charge.complete' && event.data.id === id,
    );
    const signedAt = Number(headers['omise-signature-timestamp']) * 1_000;
    expect(Math.abs(Date.now() - signedAt)).toBeLessThan(5 * 60_000);
    expect(headers['tollgate-time']).toBe(after(DAY_MS));
  });

  it('reports unfinished work after its time limit', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    let end = (): void => undefined;
    receiver.answer(
      ({ event }, response) =>
        void (event.key === 'charge.complete' ? (end = () => response.end('ok')) : response.end('ok')),
    );
    const { id } = await sandbox.charge({ expires_at: after(HOUR_MS) });
    // Long enough for the attempt to begin on a slow and busy machine.
    const walked = await advance(sandbox, { by: '1d', max_real: '10s' });
    expect(walked).toMatchObject({
      status: 'unfinished',
      to: after(HOUR_MS),
      unfinished: [{ kind: 'delivery', object_id: id, why: 'the endpoint has not responded yet' }],
    });
    const { body } = await control(gateway).get(`/api/sandboxes/${sandbox.name}/timeline?kinds=clock`);
    const why = `the endpoint has not responded yet (delivery of ${id})`;
    expect(body).toMatchObject({
      data: [
        {
          details: {
            action: 'advance',
            status: 'unfinished',
            to: expect.stringContaining('01:00:00') as string,
            why,
          },
        },
      ],
    });
    expect((await clockOf(sandbox)).now).toBe(after(HOUR_MS));
    end();
    await until(async () => (await attemptsOf(sandbox)).length === 2, 'the attempt is not recorded');
    expect(await advance(sandbox, { to: after(DAY_MS) })).toMatchObject({
      status: 'done',
      to: after(DAY_MS),
    });
  });

  it('reports attempts that were already in progress', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    const { id } = await sandbox.charge();
    await until(() => held.length === 1, 'the webhook is not sent');
    const walking = advance(sandbox, { by: '1h' });
    await until(() => isWatched(sandbox), 'the advance does not wait for it');
    held[0]?.();
    expect((await walking).happened).toEqual([
      expect.objectContaining({ at: BEGIN, kind: 'delivery', object_id: id, outcome: 'delivered' }),
    ]);
  });

  it('reports an attempt that ends before its first look', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const held: (() => void)[] = [];
    receiver.answer((_, response) => void held.push(() => response.end('ok')));
    const { id } = await sandbox.charge();
    await until(() => held.length === 1, 'the webhook is not sent');
    // The advance also looks for due transfers, so it waits for this lock.
    const locker = new Client({ connectionString: gateway.databaseUrl });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE transfer IN ACCESS EXCLUSIVE MODE');
    const walking = advance(sandbox, { by: '1h' });
    await until(() => isMoving(sandbox), 'the advance does not begin');
    held[0]?.();
    await until(async () => (await attemptsOf(sandbox)).length === 1, 'the attempt is not recorded');
    await locker.end();
    expect((await walking).happened).toEqual([
      expect.objectContaining({
        at: BEGIN,
        kind: 'delivery',
        object_id: id,
        outcome: 'delivered',
        status: 200,
      }),
    ]);
  });

  it('stops after the maximum number of instants', async () => {
    const sandbox = await frozen();
    for (const hours of [1, 2, 3]) await sandbox.charge({ expires_at: after(hours * HOUR_MS) });
    expect(await advance(sandbox, { by: '1d', max_steps: 2 })).toMatchObject({
      status: 'unfinished',
      to: after(2 * HOUR_MS),
      unfinished: [{ at: after(3 * HOUR_MS), why: 'max_steps was reached first' }],
    });
  });

  it('leaves webhooks to the worker with wait=state', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const { id } = await sandbox.charge({ expires_at: after(HOUR_MS) });
    expect((await advance(sandbox, { by: '1d', wait: 'state' })).happened.map(({ kind }) => kind)).toEqual([
      'expiry',
    ]);
    await receiver.next(({ event }) => event.key === 'charge.complete' && event.data.id === id);
  });

  it.each([
    [{}, 'send exactly one of by, to and until'],
    [{ by: '1d', until: 'next' }, 'send exactly one of by, to and until'],
    [{ by: 'soon' }, 'by must be a duration such as 90s, 15m, 2h, 7d or 1h30m'],
    [{ to: '2026-12-31' }, `to must not be before the sandbox's time, ${BEGIN}; a clock cannot move back`],
    [{ to: 'tomorrow' }, 'to must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z'],
    [{ by: '999999999d' }, 'by must not advance the clock beyond 9000-01-01T00:00:00.000Z'],
    [{ until: 'never' }, 'until must be next or idle'],
    [{ by: '1d', wait: 'long' }, 'wait must be attempts or state'],
    [{ by: '1d', max_real: '2d' }, 'max_real must be from 1ms to 1h'],
    [{ by: '1d', max_steps: 0 }, 'max_steps must be a whole number from 1 to 999999999'],
    [
      { by: '1d', days: 1 },
      'days is not a parameter of this request; it accepts by, to, until, wait, max_real, max_steps',
    ],
  ])('rejects %j', async (body, message) => {
    const sandbox = await frozen();
    const answer = await post(sandbox, 'advance', body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
    expect((await clockOf(sandbox)).now).toBe(BEGIN);
  });

  it.each([
    ['that nobody goes on with', -1, null],
    ['whose process has gone', 6_000, 1],
  ])('ends where the clock stands if %s', async (_, claimedForMs, listenerPid) => {
    const sandbox = await createSandbox(gateway);
    const id = await sandbox.accountId();
    const stood = new Date(Date.now() + DAY_MS);
    const moment = {
      fromAt: stood,
      toAt: stood,
      startedAt: new Date(),
      claimedUntil: new Date(Date.now() + claimedForMs),
      listenerPid,
    };
    await gateway.database.clockMove.create({
      data: {
        id: `clkm_dead_${listenerPid}`,
        accountId: id,
        action: 'advance',
        status: 'running',
        runsOn: true,
        ...moment,
      },
    });
    await gateway.database.account.update({
      where: { id },
      data: { frozenAt: stood, clockMoveId: `clkm_dead_${listenerPid}` },
    });
    const why = 'its process stopped or lost its lease';
    const where = { id: `clkm_dead_${listenerPid}`, status: 'interrupted', why };
    await until(
      async () => (await gateway.database.clockMove.count({ where })) === 1,
      'the move is not ended',
    );
    const { now, frozen: isFrozen } = await clockOf(sandbox);
    expect([isFrozen, now >= stood.toISOString()]).toEqual([false, true]);
  });

  it('ends with a reset, and leaves nothing behind', async () => {
    const sandbox = await frozen({ webhook_uri: receiver.uri });
    const held: (() => void)[] = [];
    receiver.answer(
      ({ event }, response) =>
        void (event.key === 'charge.complete' ? held.push(() => response.end('ok')) : response.end('ok')),
    );
    await sandbox.charge({ expires_at: after(HOUR_MS) });
    await sandbox.charge({ expires_at: after(2 * HOUR_MS) });
    const walking = post(sandbox, 'advance', { by: '1d' }).then(({ status }) => status);
    await until(() => held.length === 1, 'the first webhook is not sent');
    await sandbox.reset();
    held[0]?.();
    expect(await walking).toBe(503);
    expect(await clockOf(sandbox)).toMatchObject({ frozen: false, next: null });
    expect(await sandbox.total('/charges')).toBe(0);
  });
});
