import { jest } from '@jest/globals';
import { expectTryAgain, NO_ANSWER, openCaller, type Caller, type Outcome } from './caller.js';
import { DEMO_KEY, described, ownProcess, type OwnProcess } from './own-process.js';
import { openReceiver, type Receiver } from './receiver.js';
import { until } from './until.js';

/** Processes are slow to start on a busy machine. */
jest.setTimeout(120_000);

/** Of each kind. */
const CLIENTS = 20;
/** After 10 seconds it would cut off what is under way: so long nobody keeps it. */
const STOP_LIMIT_MS = 9_500;

let tollgate: OwnProcess;
/** Opens a connection for each request. */
let newcomer: Caller;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  const webhooks = { WEBHOOK_URL: receiver.uri, WEBHOOK_TIMEOUT_MS: '1000', WEBHOOK_RETRY_DELAYS: '200ms,200ms,1s,1s,1s,1s,1s,1s' };
  tollgate = await ownProcess(() => webhooks);
  newcomer = openCaller(`http://127.0.0.1:${tollgate.ports.api}`, DEMO_KEY, { keepsConnections: false });
});

afterAll(async () => {
  await tollgate.close();
  await newcomer.close();
  await receiver.close();
});

/**
 * Clients that create without a pause, on connections that they keep and on new ones, every second time with a key, until nobody answers
 * them; `outcomes` by what was sent.
 */
function load(round: number, outcomes: Map<string, Outcome>): Promise<unknown> {
  const client = async (number: number): Promise<void> => {
    const caller = number < CLIENTS ? tollgate.caller : newcomer;
    for (let count = 0, isServed = true; isServed; count += 1) {
      const name = `order ${round}-${number}-${count}`;
      const outcome = await caller.create(name, count % 2 ? name : undefined);
      outcomes.set(name, outcome);
      isServed = outcome.status !== NO_ANSWER;
    }
  };
  return Promise.all(Array.from({ length: 2 * CLIENTS }, (_, number) => client(number)));
}

const withStatus = (outcomes: ReadonlyMap<string, Outcome>, wanted: number): string[] =>
  [...outcomes].filter(([, { status }]) => status === wanted).map(([name]) => name);

describe('a process that is told to stop while clients create without a pause', () => {
  const all: string[] = [];

  it.each([1, 2, 3])(
    'has answered whom it let in, made what it answered, and nothing else, and ends with code 0 in time (%i)',
    async (round) => {
      // Nothing is delivered meanwhile: every attempt is cut off by its time-out or by the stop.
      receiver.answer(() => undefined);
      await tollgate.start();
      const outcomes = new Map<string, Outcome>();
      const clients = load(round, outcomes);
      await until(() => Promise.resolve(withStatus(outcomes, 200).length >= 100));
      const began = performance.now();
      expect(await tollgate.stop('SIGTERM')).toBe(0);
      expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS);
      await clients;
      expect([...outcomes.values()].filter(({ status }) => ![NO_ANSWER, 200, 503].includes(status))).toEqual([]);
      // Whoever got no answer was never let in.
      const unanswered = [...outcomes].filter(([, { status }]) => status === NO_ANSWER);
      expect(unanswered).toHaveLength(2 * CLIENTS);
      expect(unanswered.filter(([, { reason }]) => reason !== 'ECONNREFUSED')).toEqual([]);
      all.push(...withStatus(outcomes, 200));
      expect(await described(tollgate.database)).toEqual(all.toSorted());
    },
  );

  it('says that it is not ready before it stops answering', async () => {
    await tollgate.start();
    const answers: Outcome[] = [];
    const asked = (async () => {
      for (let answer = await tollgate.caller.get('/readyz'); answer.status !== NO_ANSWER; answer = await tollgate.caller.get('/readyz'))
        answers.push(answer);
    })();
    await until(() => Promise.resolve(answers.some(({ status }) => status === 200)));
    expect(await tollgate.stop('SIGTERM')).toBe(0);
    await asked;
    const last = answers.at(-1);
    expect(last?.headers['connection']).toBe('close');
    if (last) expectTryAgain(last);
  });

  it('delivers with its next start what it did not before it stopped, and nothing that it refused', async () => {
    receiver.answer((_, response) => void response.end());
    const before = receiver.received.length;
    await tollgate.start();
    const delivered = (): string[] => receiver.received.slice(before).map(({ event }) => event.data['description'] as string);
    await until(() => Promise.resolve(new Set(delivered()).size >= all.length));
    expect([...new Set(delivered())].toSorted()).toEqual(all.toSorted());
    expect(await tollgate.stop('SIGTERM')).toBe(0);
  });
});
