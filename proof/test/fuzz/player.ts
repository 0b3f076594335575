import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../contract/contract.js';
import { until } from '../../../libs/platform/testing/until.js';
import type { Gateway } from '../../../apps/tollgate/test/harness.js';
import type { Merchant } from '../../../apps/tollgate/test/merchant.js';
import { answerProblem } from './answers.js';
import { tableSums } from './invariants.js';
import { compose, renewed, type Context, type Plan } from './requests.js';
import { UnderWay } from './under-way.js';
import { describeRequest, send, type WireAnswer, type WireRequest } from './wire.js';
import { furnish, World } from './world.js';

const AT_ONCE = 8;
/** The longest that an answer may take: far more than Tollgate itself waits for anything. */
const ANSWER_LIMIT_MS = 90_000;

export interface Outcome {
  readonly plan: Plan;
  readonly request: WireRequest;
  /** None, where the request had no end. */
  readonly answer: WireAnswer | undefined;
}

/** Sends planned requests of a merchant with an object of each kind, and checks the responses. */
export class Player {
  private readonly world = new World();
  private readonly foreign = new World();
  private readonly underWay = new UnderWay();
  private readonly counts = new Map<string, number>();
  private readonly context: Context;

  private constructor(
    private readonly gateway: Gateway,
    private readonly merchant: Merchant,
    /** Another merchant, whose objects must not change. */
    readonly stranger: Merchant,
  ) {
    this.context = {
      authorization: (key, mode) => {
        const name = merchant.key(key === 'public' ? 'public' : 'secret', mode);
        return `Basic ${Buffer.from(`${name}:`).toString('base64')}`;
      },
      withIds: (text) =>
        text.replaceAll(/\{\{(\w+):(\d+)\}\}/g, (_, kind: string, pick: string) =>
          this.idOf(kind, Number(pick)),
        ),
      parametersFor: (pattern, pick) => this.world.parametersFor(pattern, pick),
      foreignParametersFor: (pattern, pick) => this.foreign.parametersFor(pattern, pick),
      hostName: (host) => `127.0.0.1:${this.portOf(host)}`,
    };
  }

  static async open(gateway: Gateway): Promise<Player> {
    const [merchant, stranger] = await Promise.all([
      gateway.account({ webhookUri: 'http://127.0.0.1:9/hook' }),
      gateway.account(),
    ]);
    const player = new Player(gateway, merchant, stranger);
    await player.furnishAll();
    for (const host of ['api', 'vault', 'pay'] as const)
      player.underWay.watch(gateway.tollgate[host].getHttpServer());
    return player;
  }

  summary(): string {
    const sorted = [...this.counts].sort(([, a], [, b]) => b - a);
    const sent = sorted.reduce((total, [, count]) => total + count, 0);
    return `${sent} requests; ${sorted.map(([name, count]) => `${name} ${count}`).join(', ')}`;
  }

  /** Sends a batch, then repeats the rejected requests. */
  async play(batch: readonly Plan[]): Promise<void> {
    const outcomes = await this.askAll(batch, (plan) => this.ask(plan, compose(plan, this.context)));
    await this.assertRejectionsWriteNothing(outcomes);
  }

  /** Repeats rejected requests until all are rejected in one round, which must write nothing. */
  private async assertRejectionsWriteNothing(outcomes: readonly Outcome[]): Promise<void> {
    const { database } = this.gateway;
    const refused = outcomes.filter(isRefused);
    const before = await tableSums(database);
    const again = await this.askAll(refused, (outcome) => this.askAgain(outcome));
    if (!again.every(isRefused)) return this.assertRejectionsWriteNothing(again);
    const after = await tableSums(database);
    if (isDeepStrictEqual(after, before)) return;
    for (const outcome of refused) await this.assertNothingIsWritten(outcome);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    throw new Error(
      `what was refused left something in ${changed.join(', ')}, but does not when it is sent again, one after the other:\n` +
        refused.map(({ request }) => describeRequest(request)).join('\n'),
    );
  }

  /** To name the one among many that wrote something. */
  private async assertNothingIsWritten(outcome: Outcome): Promise<void> {
    const before = await tableSums(this.gateway.database);
    const { request, answer } = await this.askAgain(outcome);
    const after = await tableSums(this.gateway.database);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0)
      throw new Error(
        `${answer?.status} left something in ${changed.join(', ')}\n${describeRequest(request)}`,
      );
  }

  /**
   * Several at once, each as soon as one before it is done. The hosts are done with all of them when this is.
   */
  private async askAll<T>(batch: readonly T[], ask: (one: T) => Promise<Outcome>): Promise<Outcome[]> {
    const waiting = [...batch];
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.push(await ask(one));
    };
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    await until(() => this.underWay.isNothing, 'requests whose clients have gone are worked on for ever');
    return outcomes;
  }

  private async ask(plan: Plan, request: WireRequest): Promise<Outcome> {
    const answer = await send(this.portOf(request.host), request, ANSWER_LIMIT_MS).catch((cause: unknown) => {
      throw new Error(describeRequest(request), { cause });
    });
    if (!answer) return { plan, request, answer };
    this.count(answer);
    const problem = answerProblem(plan, answer);
    if (problem !== undefined) throw new Error(`${problem}\n${describeRequest(request)}`);
    // Ids in responses without a key, such as the document's examples, may not exist.
    if (answer.status === 200 && plan.target.key !== 'none') this.world.learn(answer.body.toString());
    return { plan, request, answer };
  }

  private askAgain({ plan, request }: Outcome): Promise<Outcome> {
    return this.ask(plan, renewed(request));
  }

  private async furnishAll(): Promise<void> {
    const { merchant, stranger } = this;
    const all = [furnish(merchant, 'test'), furnish(merchant, 'live'), furnish(stranger, 'test')] as const;
    const [inTest, inLive, strangers] = await Promise.all(all);
    for (const answer of [...inTest, ...inLive]) this.world.learn(answer);
    for (const answer of strangers) this.foreign.learn(answer);
  }

  private idOf(kind: string, pick: number): string {
    if (kind === 'foreign') return this.foreign.anyId(pick);
    return kind === 'any' ? this.world.anyId(pick) : this.world.id(kind, pick);
  }

  private portOf(host: Host): number {
    const { apiPort, vaultPort, payPort, controlPort } = this.gateway.settings;
    return { api: apiPort, vault: vaultPort, pay: payPort, control: controlPort }[host];
  }

  private count({ status, body }: WireAnswer): void {
    const code = /^\{"object":"error",.*"code":"(\w+)"/.exec(body.toString('utf8', 0, 300))?.[1];
    const name = code === undefined ? String(status) : `${status} ${code}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

/** Responses to misframed requests depend on timing. */
function isRefused({ request, answer }: Outcome): boolean {
  return !request.isMisframed && answer !== undefined && answer.status >= 400;
}
