import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../contract/contract.js';
import { answerProblem } from './fuzz.answers.js';
import { brokenLaws, tableSums } from './fuzz.invariants.js';
import { compose, plans, type Context, type Plan } from './fuzz.requests.js';
import { targetsOf } from './fuzz.targets.js';
import { describeRequest, send, type WireAnswer, type WireRequest } from './wire.js';
import { furnish, World } from './fuzz.world.js';
import { openGateway, type Gateway, type Merchant } from './harness.js';

/** A failure prints its seed; `FUZZ_SEED=… npm test -- fuzz` sends the same again, though not which of two at once comes first. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 0x7fffffff);
/** How many requests are made up; most of what is refused is sent once more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
const BATCH = 100;
const AT_ONCE = 8;
/** The longest that an answer may take: more than Tollgate itself waits for anything. */
const ANSWER_LIMIT_MS = 15_000;
/** Long enough for the largest run that anybody will ask for. */
const RUN_LIMIT_MS = 3_600_000;

let gateway: Gateway;
let merchant: Merchant;
let stranger: Merchant;
const world = new World();
const foreign = new World();
const figures = new Map<string, number>();
let sent = 0;

beforeAll(async () => {
  gateway = await openGateway({}, 'answers');
  [merchant, stranger] = await Promise.all([gateway.account({ webhookUri: 'http://127.0.0.1:9/hook' }), gateway.account()]);
  await furnish(world, merchant, 'test');
  await furnish(world, merchant, 'live');
  await furnish(foreign, stranger, 'test');
});

afterAll(() => gateway.close());

function portOf(host: Host): number {
  const { apiPort, vaultPort, payPort } = gateway.settings;
  return { api: apiPort, vault: vaultPort, pay: payPort }[host];
}

const context: Context = {
  authorization: (key, mode) => {
    const name = merchant.key(key === 'public' ? 'public' : 'secret', mode);
    return `Basic ${Buffer.from(`${name}:`).toString('base64')}`;
  },
  withIds: (text) => text.replaceAll(/\{\{(\w+):(\d+)\}\}/g, (_, kind: string, pick: string) => idOf(kind, Number(pick))),
  parametersFor: (pattern, pick) => world.parametersFor(pattern, pick),
  foreignParametersFor: (pattern, pick) => foreign.parametersFor(pattern, pick),
  hostName: (host) => `127.0.0.1:${portOf(host)}`,
};

function idOf(kind: string, pick: number): string {
  if (kind === 'foreign') return foreign.anyId(pick);
  return kind === 'any' ? world.anyId(pick) : world.id(kind, pick);
}

interface Outcome {
  readonly plan: Plan;
  readonly request: WireRequest;
  /** None, where the request had no end. */
  readonly answer: WireAnswer | undefined;
}

/** Sends the plan's request and judges the answer. */
async function play(plan: Plan, idempotencyKey?: string): Promise<Outcome> {
  const request = compose(plan, context, idempotencyKey);
  const answer = await send(portOf(request.host), request, ANSWER_LIMIT_MS).catch((cause: unknown) => {
    throw new Error(describeRequest(request), { cause });
  });
  if (!answer) return { plan, request, answer };
  note(answer);
  const problem = answerProblem(plan, answer);
  if (problem !== undefined) throw new Error(`${problem}\n${describeRequest(request)}`);
  // What is told without a key, such as the examples in the document of the API, need not be there.
  if (answer.status === 200 && plan.target.key !== 'none') world.learn(answer.body.toString());
  return { plan, request, answer };
}

function note({ status, body }: WireAnswer): void {
  sent += 1;
  const code = /^\{"object":"error",.*"code":"(\w+)"/.exec(body.toString('utf8', 0, 300))?.[1];
  const name = code === undefined ? String(status) : `${status} ${code}`;
  figures.set(name, (figures.get(name) ?? 0) + 1);
}

/** Several at once, each as soon as one before it is done. All are done when this is, also when one fails. */
async function playAll(batch: readonly Plan[], keyOf: (plan: Plan) => string | undefined): Promise<Outcome[]> {
  const waiting = [...batch];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) outcomes.push(await play(plan, keyOf(plan)));
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes;
}

/** What is refused, sent again until all of it is refused at once, leaves nothing behind. */
async function demandThatRefusalsWriteNothing(outcomes: readonly Outcome[]): Promise<void> {
  const refused = outcomes.filter(isRefused).map(({ plan }) => plan);
  const before = await tableSums(gateway.database);
  const again = await playAll(refused, newKeyOf);
  if (!again.every(isRefused)) return demandThatRefusalsWriteNothing(again);
  if (isDeepStrictEqual(await tableSums(gateway.database), before)) return;
  for (const plan of refused) await demandThatNothingIsWritten(plan);
  throw new Error('what was refused left something behind, but does not when it is sent again, one after the other');
}

/** To name the one among many that wrote something. */
async function demandThatNothingIsWritten(plan: Plan): Promise<void> {
  const before = await tableSums(gateway.database);
  const { request, answer } = await play(plan, newKeyOf(plan));
  const after = await tableSums(gateway.database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length > 0) throw new Error(`${answer?.status} left something in ${changed.join(', ')}\n${describeRequest(request)}`);
}

/** A key that was used would only repeat the refusal; a new one does the work again. */
function newKeyOf({ idempotencyKey }: Plan): string | undefined {
  return idempotencyKey === undefined ? undefined : randomUUID();
}

/** Whether a misframed request is answered depends on when its end is seen. */
function isRefused({ request, answer }: Outcome): boolean {
  return !request.isMisframed && answer !== undefined && answer.status >= 400;
}

/** What came of it, for whoever wants to know how deep the requests went. */
function printFigures(): void {
  const sorted = [...figures].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  process.stderr.write(`FUZZ_SEED=${SEED}: ${sent} requests; ${sorted.join(', ')}\n`);
}

describe('whatever is sent to whichever route', () => {
  it(
    'is answered in time, with what was asked for or with the error object, and leaves nothing half-written',
    async () => {
      const property = fc.asyncProperty(plans(targetsOf(gateway), BATCH), async (batch) => {
        await demandThatRefusalsWriteNothing(await playAll(batch, ({ idempotencyKey }) => idempotencyKey));
      });
      const strangers = await tableSums(gateway.database, stranger.id);
      // What is there differs from run to run, so that a smaller failure would not be the same one.
      const numRuns = Math.ceil(REQUESTS / BATCH);
      await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true, reporter: failWithSeed });
      expect(await brokenLaws(gateway.database)).toEqual({});
      expect(await tableSums(gateway.database, stranger.id)).toEqual(strangers);
      for (const host of [gateway.settings.baseUrl, gateway.settings.vaultUrl, gateway.settings.payUrl]) {
        expect((await fetch(`${host}/readyz`)).status).toBe(200);
      }
      printFigures();
    },
    RUN_LIMIT_MS,
  );
});

function failWithSeed({ failed, errorInstance }: fc.RunDetails<[batch: Plan[]]>): void {
  if (failed) throw new Error(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS} failed`, { cause: errorInstance });
}
