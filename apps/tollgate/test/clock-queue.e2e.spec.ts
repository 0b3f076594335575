import { DAY_MS, HOUR_MS } from '#kernel/time.js';
import request from 'supertest';
import { Clock } from '#platform/clock/clock.js';
import { Notifications } from '#platform/database/notifications.js';
import { until } from '#platform/testing/until.js';
import { ClockStore, newMove } from '#control/clock/clock.store.js';
import { advance, frozenSandbox, type AdvanceBody } from './clock.js';
import { useGateway, useOwnGateway } from './harness.js';
import { useReceiver } from './receiver.js';
import { control, createSandbox, type Sandbox } from './sandbox.js';

const BEGIN = '2027-01-01T00:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(BEGIN) + ms).toISOString();

/** Two gateways on one database stand for two processes: they share nothing else. */
const gateway = useGateway();
const twin = useOwnGateway(() => ({ DATABASE_URL: gateway.databaseUrl }));
const receiver = useReceiver();

const frozen = (): Promise<Sandbox> => frozenSandbox(gateway, BEGIN, { webhook_uri: receiver.uri });
const post = (sandbox: Sandbox, body: object): request.Test =>
  control(gateway).post(`/api/sandboxes/${sandbox.name}/clock/advance`).send(body);

/** As another process has it, with a clock of its own. */
const storeWith = (clock: Clock): ClockStore =>
  new ClockStore(gateway.database, clock, gateway.tollgate.control.get(Notifications));

async function queued(sandbox: Sandbox): Promise<number> {
  return gateway.database.clockMove.count({
    where: { accountId: await sandbox.accountId(), status: 'queued' },
  });
}

/** Starts an advance that waits for a receiver; returns its end, and a function that releases it. */
async function heldAdvance(
  sandbox: Sandbox,
): Promise<{ walking: Promise<AdvanceBody>; release: () => void }> {
  const held: (() => void)[] = [];
  receiver.answer(
    ({ event }, response) =>
      void (event.key === 'charge.complete' ? held.push(() => response.end('ok')) : response.end('ok')),
  );
  await sandbox.charge({ expires_at: after(HOUR_MS) });
  const walking = advance(sandbox, { until: 'next' });
  await until(() => held.length === 1, 'the webhook is not sent');
  return { walking, release: () => held[0]?.() };
}

describe('a clock move during another one', () => {
  it('waits for the other of the same clock, even in another process, and both apply', async () => {
    const sandbox = await frozen();
    const days = [gateway, twin, gateway, twin].map((at) => advance(sandbox, { by: '1d' }, at));
    const ends = (await Promise.all(days)).map(({ to }) => to).sort();
    expect(ends).toEqual([1, 2, 3, 4].map((day) => after(day * DAY_MS)));
  });

  it('is served in order of arrival, in any process', async () => {
    const sandbox = await frozen();
    const { walking, release } = await heldAdvance(sandbox);
    const lengths = [5, 3, 8, 1, 7, 2, 6, 4];
    const waiting: Promise<AdvanceBody>[] = [];
    for (const [place, hours] of lengths.entries()) {
      waiting.push(advance(sandbox, { by: `${hours}h`, max_real: '10m' }, place % 2 === 0 ? gateway : twin));
      await until(async () => (await queued(sandbox)) === waiting.length, 'it does not wait');
    }
    release();
    await walking;
    let begin = HOUR_MS;
    for (const [place, hours] of lengths.entries()) {
      expect(await waiting[place]).toMatchObject({ from: after(begin), to: after(begin + hours * HOUR_MS) });
      begin += hours * HOUR_MS;
    }
    expect(await queued(sandbox)).toBe(0);
  });

  it('does not wait for a process that died, nor for a cancelled move', async () => {
    const sandbox = await frozen();
    const { walking, release } = await heldAdvance(sandbox);
    const dead = newMove(await sandbox.accountId(), 'advance');
    await storeWith(new Clock()).queue(dead);
    const left = post(sandbox, { by: '30d' });
    left.end(() => undefined);
    await until(async () => (await queued(sandbox)) === 2, 'the second does not wait');
    const next = advance(sandbox, { by: '1h', max_real: '10m' }, twin);
    await until(async () => (await queued(sandbox)) === 3, 'the third does not wait');
    left.abort();
    release();
    expect([(await walking).to, (await next).to]).toEqual([after(HOUR_MS), after(2 * HOUR_MS)]);
    await until(async () => (await queued(sandbox)) === 0, 'the place of the dead is kept');
  });

  it('fails at once when the sandbox is reset, and never starts after its caller hung up', async () => {
    const sandbox = await frozen();
    const held: (() => void)[] = [];
    receiver.answer(
      ({ event }, response) =>
        void (event.key === 'charge.complete' ? held.push(() => response.end('ok')) : response.end('ok')),
    );
    await sandbox.charge({ expires_at: after(HOUR_MS) });
    const walking = advance(sandbox, { until: 'next' });
    await until(() => held.length === 1, 'the webhook is not sent');
    const left = post(sandbox, { by: '30d' });
    left.end(() => undefined);
    await until(async () => (await queued(sandbox)) === 1, 'the second advance does not wait');
    left.abort();
    const next = post(sandbox, { by: '1h' }).then(({ body }) => (body as AdvanceBody).to);
    held[0]?.();
    expect([(await walking).to, await next]).toEqual([after(HOUR_MS), after(2 * HOUR_MS)]);

    await sandbox.charge({ expires_at: after(3 * HOUR_MS) });
    const cutOff = post(sandbox, { by: '1d' }).then(({ status }) => status);
    await until(() => held.length === 2, 'the webhook is not sent');
    const waiting = post(sandbox, { by: '1d', max_real: '10m' }).then(
      ({ body }) => (body as { message: string }).message,
    );
    await until(async () => (await queued(sandbox)) === 1, 'the other advance does not wait');
    await sandbox.reset();
    held[1]?.();
    expect(await cutOff).toBe(503);
    expect(await waiting).toBe('the sandbox was reset, restored or deleted during the request; retry');
  });

  it('does not start before the end of the last one by an old waiting statement', async () => {
    const sandbox = await createSandbox(gateway);
    const looked = new Clock().machineNow();
    const store = storeWith({ machineNow: () => looked } as Clock);
    await until(() => new Clock().machineNow() > looked, 'no time passes');
    const { to } = await advance(sandbox, { by: '1h' });
    const move = await store.begin(newMove(await sandbox.accountId(), 'freeze'));
    expect(move?.from.toISOString()).toBe(to);
  });
});
