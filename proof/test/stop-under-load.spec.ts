import { once } from 'node:events';
import {
  expectTryAgain,
  NO_ANSWER,
  openCaller,
  type Caller,
  type Outcome,
} from '../../apps/tollgate/test/caller.js';
import { DEMO_KEY, described, useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { rawClient } from '../../apps/tollgate/test/raw-client.js';
import { useReceiver } from '../../apps/tollgate/test/receiver.js';
import { until } from '../../libs/platform/testing/until.js';

/** Of each kind. */
const CLIENTS = 20;

const receiver = useReceiver();
/** Every request that was let in is in the log. */
const tollgate = useOwnProcess(() => ({
  LOG_LEVEL: 'info',
  WEBHOOK_URL: receiver.uri,
  WEBHOOK_TIMEOUT_MS: '1000',
  WEBHOOK_RETRY_DELAYS: Array.from({ length: 50 }, () => '1s').join(),
}));
/** Opens a connection for each request. */
let newcomer: Caller;

beforeAll(() => {
  newcomer = openCaller(`http://127.0.0.1:${tollgate.ports.api}`, DEMO_KEY, { keepsConnections: false });
});

afterAll(() => newcomer.close());

/** Responses by the name of the created object. */
type Outcomes = Map<string, Outcome>;

const isKeyed = (name: string): boolean => Number(name.split('-').at(-1)) % 2 === 1;

/** Clients that create objects without a pause until the process stops; every second request has a key. */
async function load(caller: Caller, kind: string, outcomes: Outcomes): Promise<void> {
  const client = async (number: number): Promise<void> => {
    for (let count = 0, isServed = true; isServed; count += 1) {
      const name = `${kind} ${number}-${count}`;
      const outcome = await caller.create(name, isKeyed(name) ? name : undefined);
      outcomes.set(name, outcome);
      isServed = outcome.status !== NO_ANSWER;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

const withStatus = (outcomes: Outcomes, wanted: number): [string, Outcome][] =>
  [...outcomes].filter(([, { status }]) => status === wanted);

describe('a process that is stopped while clients create objects', () => {
  let made: readonly [string, Outcome][] = [];

  it('answers accepted requests, has done exactly what it confirmed, and exits with code 0', async () => {
    // Nothing is delivered meanwhile: every attempt is cut off by its time-out or by the stop.
    receiver.answer(() => undefined);
    const [kept, fresh]: [Outcomes, Outcomes] = [new Map(), new Map()];
    const clients = Promise.all([load(tollgate.caller, 'kept', kept), load(newcomer, 'fresh', fresh)]);
    await until(
      () => withStatus(kept, 200).length >= 30 && withStatus(fresh, 200).length >= 30,
      () => `${withStatus(kept, 200).length} and ${withStatus(fresh, 200).length} are made, and not 30`,
    );
    // Its request is waited for, but after ten seconds it would be cut off, and so would the others if they
    // were still there.
    const slow = rawClient(tollgate.ports.api);
    slow.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
    await once(slow.socket, 'connect');
    const ended = tollgate.stop('SIGTERM');
    await clients;
    expect(slow.socket.closed).toBe(false);
    slow.socket.write('\r\n');
    await slow.closed();
    for (const text of [
      'HTTP/1.1 503 ',
      '\r\nRetry-After: 1\r\n',
      '\r\nConnection: close\r\n',
      '"the process is stopping"',
    ]) {
      expect(slow.text()).toContain(text);
    }
    expect(await ended).toBe(0);

    const outcomes = new Map([...kept, ...fresh]);
    expect([...outcomes.values()].filter(({ status }) => ![NO_ANSWER, 200, 503].includes(status))).toEqual(
      [],
    );
    for (const [, outcome] of withStatus(outcomes, 503)) expectTryAgain(outcome);
    expect(tollgate.output()).not.toContain('"status":"aborted"');
    made = withStatus(outcomes, 200);
    expect(await described(tollgate.database)).toEqual(made.map(([name]) => name).toSorted());
    // Only requests at the moment of closing, or on a closing connection, get no response.
    const turnedAway = withStatus(fresh, NO_ANSWER).map(([, { reason }]) => reason);
    expect(turnedAway.filter((reason) => reason !== 'ECONNREFUSED').length).toBeLessThanOrEqual(1);
  });

  it('delivers the remaining webhooks after its next start, none of rejected requests, and repeats its answers', async () => {
    receiver.answer((_, response) => void response.end());
    const before = receiver.received.length;
    await tollgate.start();
    const delivered = (): string[] => [
      ...new Set(receiver.received.slice(before).map(({ event }) => event.data['description'] as string)),
    ];
    await until(
      () => delivered().length >= made.length,
      () => `${delivered().length} of ${made.length} are delivered`,
    );
    expect(delivered().toSorted()).toEqual(made.map(([name]) => name).toSorted());
    for (const [name, { text }] of made.filter(([name]) => isKeyed(name))) {
      const again = await tollgate.caller.create(name, name);
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([text, 'true']);
    }
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
