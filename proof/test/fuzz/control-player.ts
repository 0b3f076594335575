import { isDeepStrictEqual } from 'node:util';
import request from 'supertest';
import { until } from '../../../libs/platform/testing/until.js';
import type { Gateway } from '../../../apps/tollgate/test/harness.js';
import { Sandbox, type SandboxBody } from '../../../apps/tollgate/test/sandbox.js';
import { tableSums } from './invariants.js';
import type { Outcome } from './player.js';
import { compose, type Context, type Plan } from './requests.js';
import { UnderWay } from './under-way.js';
import { describeRequest, send, type WireAnswer } from './wire.js';
import { World } from './world.js';

const AT_ONCE = 8;
const ANSWER_LIMIT_MS = 90_000;
/** Names of objects that are created by name. */
const NAMES = ['one', 'two', 'three'];
/** The last use of a sandbox with a TTL changes with every request. */
const ASIDE = ['sandbox'];
/** The path of a sandbox itself: its own is not to be removed, whichever route that was meant for. */
const A_SANDBOX = /^\/+api\/sandboxes\/[^/]*\/?$/i;
/** Guides, and the reference at /docs. */
const GUIDE = /^\/(llms\.txt|docs)(\/|$)/;

/** Sends requests as planned to the control host, with the key of a sandbox, and judges the answers. */
export class ControlPlayer {
  private readonly world = new World();
  private readonly underWay = new UnderWay();
  private readonly counts = new Map<number, number>();
  private readonly context: Context;

  private constructor(
    private readonly gateway: Gateway,
    private readonly own: Sandbox,
    private readonly stranger: Sandbox,
    theirs: readonly string[],
  ) {
    this.context = {
      authorization: (key, mode) => {
        const { public_key: publicKey, secret_key: secretKey } = own.body[mode];
        return `Basic ${Buffer.from(`${key === 'public' ? publicKey : secretKey}:`).toString('base64')}`;
      },
      withIds: (text) =>
        text.replaceAll(/\{\{(\w+):(\d+)\}\}/g, (_, kind: string, pick: string) =>
          this.idOf(kind, Number(pick)),
        ),
      parametersFor: (pattern, pick) => this.parametersFor(pattern, 'self', (name) => this.named(name, pick)),
      foreignParametersFor: (pattern, pick) =>
        this.parametersFor(
          pattern,
          pick % 2 === 0 ? stranger.name : 'self',
          () => theirs[pick % theirs.length] ?? '',
        ),
      hostName: () => `127.0.0.1:${gateway.settings.controlPort}`,
    };
    this.underWay.watch(gateway.tollgate.control.getHttpServer());
  }

  static async open(gateway: Gateway): Promise<ControlPlayer> {
    const { controlUrl, controlToken = '' } = gateway.settings;
    const make = async (name: string): Promise<Sandbox> => {
      const form = { name, webhook_uri: 'http://127.0.0.1:9/hook' };
      const { body } = await request(controlUrl)
        .post('/api/sandboxes')
        .auth(controlToken, { type: 'bearer' })
        .send(form)
        .expect(200);
      return new Sandbox(gateway, body as SandboxBody);
    };
    const [own, stranger] = [await make('own'), await make('stranger')];
    const learned: string[] = [];
    for (const sandbox of [own, stranger]) {
      for (let made = 0; made < 3; made += 1) await sandbox.charge();
      const lists = await Promise.all(
        ['events', 'deliveries'].map((list) =>
          request(controlUrl).get(`/api/sandboxes/self/${list}`).auth(sandbox.secretKey, ''),
        ),
      );
      learned.push(lists.map(({ text }) => text).join());
    }
    const theirs = [...(learned[1] ?? '').matchAll(/"id":"(\w+)"/g)].map(([, id]) => id ?? '');
    const player = new ControlPlayer(gateway, own, stranger, theirs);
    player.world.learn(learned[0] ?? '');
    await until(() => player.isSettled(), 'the webhooks of the stranger are not tried');
    return player;
  }

  summary(): string {
    return [...this.counts].map(([status, count]) => `${status}: ${count}`).join(', ');
  }

  /** Checksums of the other sandbox's tables. */
  async strangers(): Promise<Record<string, string>> {
    return tableSums(this.gateway.database, await this.stranger.accountId());
  }

  /** Sends a batch, then repeats the rejected requests, which must write nothing. */
  async play(batch: readonly Plan[]): Promise<void> {
    const composed = batch.map((plan) => ({ plan, request: compose(plan, this.context) }));
    const planned = composed.filter(
      ({ request: { method, path } }) => method !== 'DELETE' || !A_SANDBOX.test(path),
    );
    const refused = (await this.askAll(planned)).filter(isRefused);
    const before = await this.sums();
    const again = await this.askAll(refused);
    if (!again.every(isRefused) || isDeepStrictEqual(await this.sums(), before)) return;
    for (const outcome of refused) {
      const sums = await this.sums();
      const [{ answer } = outcome] = await this.askAll([outcome]);
      const after = await this.sums();
      const changed = Object.keys(after).filter((table) => after[table] !== sums[table]);
      if (changed.length > 0)
        throw new Error(
          `${answer?.status} left something in ${changed.join(', ')}\n${describeRequest(outcome.request)}`,
        );
    }
  }

  /** Rows of the current epoch; rows of older ones are being deleted. */
  private async sums(): Promise<Record<string, string>> {
    const sums = await tableSums(this.gateway.database, await this.own.accountId());
    return Object.fromEntries(Object.entries(sums).filter(([table]) => !ASIDE.includes(table)));
  }

  private async isSettled(): Promise<boolean> {
    const where = {
      accountId: await this.stranger.accountId(),
      OR: [{ attemptCount: 0 }, { claimedUntil: { not: null } }],
    };
    return (await this.gateway.database.webhookDelivery.count({ where })) === 0;
  }

  private async askAll(planned: readonly Pick<Outcome, 'plan' | 'request'>[]): Promise<Outcome[]> {
    const waiting = [...planned];
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) outcomes.push(await this.ask(one));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await until(() => this.underWay.isNothing, 'requests whose clients have gone are worked on for ever');
    return outcomes;
  }

  private async ask({ plan, request: sent }: Pick<Outcome, 'plan' | 'request'>): Promise<Outcome> {
    const answer = await send(this.gateway.settings.controlPort, sent, ANSWER_LIMIT_MS).catch(
      (cause: unknown) => {
        throw new Error(describeRequest(sent), { cause });
      },
    );
    if (!answer) return { plan, request: sent, answer };
    this.counts.set(answer.status, (this.counts.get(answer.status) ?? 0) + 1);
    const problem = problemOf(plan, answer);
    if (problem !== undefined) throw new Error(`${problem}\n${describeRequest(sent)}`);
    if (answer.status === 200) this.world.learn(answer.body.toString());
    return { plan, request: sent, answer };
  }

  private parametersFor(pattern: string, sandbox: string, named: (parameter: string) => string): string[] {
    const parameters = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    return parameters.map((parameter) =>
      parameter === 'name' && pattern.startsWith('/api/sandboxes/') ? sandbox : named(parameter),
    );
  }

  private named(parameter: string, pick: number): string {
    return parameter === 'id' ? this.world.anyId(pick) : (NAMES[pick % NAMES.length] ?? '');
  }

  private idOf(kind: string, pick: number): string {
    return kind === 'any' ? this.world.anyId(pick) : this.world.id(kind, pick);
  }
}

/** The problem of a response, or undefined. A retry may help if the sandbox was busy or reset. */
function problemOf({ method, target }: Plan, { status, headers, body }: WireAnswer): string | undefined {
  const text = body.toString();
  if (status >= 500 && status !== 503) return `${status} ${text}`;
  if (method === 'HEAD' || method === 'OPTIONS' || target.pattern.startsWith('/inbox/')) return undefined;
  if (status === 200)
    return headers['content-type']?.startsWith(GUIDE.test(target.pattern) ? 'text/' : 'application/')
      ? undefined
      : `a success has the type ${headers['content-type']}`;
  if (status === 400 && headers['connection'] === 'close' && text.includes('the request is not valid HTTP'))
    return undefined;
  if (text.includes('the headers are too large')) return undefined;
  return isError(text) && headers['content-type'] === 'application/json; charset=utf-8'
    ? undefined
    : `${status} is no error object: ${text}`;
}

function isError(text: string): boolean {
  try {
    const { object, location, code, message, ...more } = JSON.parse(text) as Readonly<
      Record<string, unknown>
    >;
    const isWhole = [location, code, message].every((part) => typeof part === 'string' && part !== '');
    return object === 'error' && isWhole && Object.keys(more).length === 0;
  } catch {
    return false;
  }
}

/** Responses to misframed requests depend on timing. */
function isRefused({ request: { isMisframed }, answer }: Outcome): boolean {
  return !isMisframed && answer !== undefined && answer.status >= 400 && answer.status < 500;
}
