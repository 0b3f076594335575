import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { readSurroundings } from '../cli/surroundings.js';
import type { Advance, SandboxAnswer, TollgateEnvironment } from './answers.js';
import { CallExpectation, type CallOptions } from './calls.js';
import { ChargeExpectation } from './charge.js';
import { Control, TollgateError, type ControlAddress, type Sent } from './control.js';
import type { Scope } from './scope.js';
import { failWith, timelineOf } from './story.js';
import { Wait, type Remaining } from './time-left.js';
import { WebhookExpectation, type WebhookOptions } from './webhook.js';

const NOT_FOUND = 404;
/** Should the test be killed. */
const TTL = '1h';
/** An advance that takes longer, or than the test has left, says what is unfinished. */
const ADVANCE = '20s';

/** Where a sandbox is made, and how it begins. */
export interface SandboxOptions extends Partial<ControlAddress> {
  /** What the name begins with; the rest is random. */
  readonly prefix?: string;
  /** What `POST /api/sandboxes` takes besides: `webhook_uri`, `country`, `clock`, … */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the test has left of its time: helpers end before, and say what did not come. */
  readonly remaining?: Remaining;
  /** Whether it outlives the test; as `TOLLGATE_KEEP` says unless given. */
  readonly keeps?: boolean;
}

/** Makes a sandbox, at the Tollgate that the environment names unless `controlUrl` does. Throws a {@link TollgateError}. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { controlUrl, token, prefix = 'test', settings, keeps = Boolean(readSurroundings().values['TOLLGATE_KEEP']) } = options;
  const control = new Control(controlUrl === undefined ? undefined : { controlUrl, ...(token !== undefined && { token }) });
  const body = { name: `${prefix}-${randomBytes(8).toString('hex')}`, ttl: TTL, ...settings };
  return new Sandbox(control, await control.ask<SandboxAnswer>('POST', '/api/sandboxes', { body }), { ...options, keeps });
}

/** An account with its own keys, data, events, webhook settings and clock, for one test. */
export class Sandbox {
  readonly name: string;
  /** For the program under test: addresses, keys, the secret of webhooks. */
  readonly env: TollgateEnvironment;
  /** Its page in the console. */
  readonly consoleUrl: string;
  private readonly scope: Scope;

  constructor(
    private readonly asked: Control,
    { name, env, console_url: consoleUrl }: SandboxAnswer,
    { remaining, keeps = false }: Pick<SandboxOptions, 'remaining' | 'keeps'> = {},
  ) {
    this.name = name;
    this.env = parseEnv(env) as unknown as TollgateEnvironment;
    this.consoleUrl = consoleUrl;
    this.scope = { name, consoleUrl, keeps, remaining, ask: (method, path, sent) => this.ask(method, path, sent) };
  }

  /** A charge, and what is expected of it. */
  charge(id: string): ChargeExpectation {
    return new ChargeExpectation(this.scope, id);
  }

  /** Webhooks of one kind, such as `charge.complete`, and what is expected of them. */
  webhook(key: string, options: WebhookOptions = {}): WebhookExpectation {
    return new WebhookExpectation(this.scope, key, options);
  }

  /** Expects calls of the program under test, such as `POST /refunds`: a path or its end, in which `*` stands for one part. */
  toHaveCalled(call: string, options: CallOptions = {}): CallExpectation {
    return new CallExpectation(this.scope, call, options);
  }

  /** Walks the clock ahead by a duration such as `7d`, to a datetime, or until `next` or `idle`: what is due on the way happens, webhooks too. */
  async advance(by: string | { readonly to: string } | { readonly until: 'next' | 'idle' }): Promise<Advance> {
    const wait = new Wait(ADVANCE, this.scope.remaining);
    const body = { ...(typeof by === 'string' ? { by } : by), max_real: `${Math.max(1, Math.floor(wait.left))}ms` };
    const advance = await this.ask<Advance>('POST', '/clock/advance', { body });
    if (advance.status === 'done') return advance;
    const words = typeof by === 'string' ? `by ${by}` : JSON.stringify(by);
    return failWith(
      this.scope,
      `The advance ${words} is ${advance.status}: the clock is at ${advance.to}.`,
      advance.unfinished.map(({ at, kind, object_id: object, why }) => `${kind} of ${object} at ${at}: ${why}`),
    );
  }

  /** Has the clock stand still, now or at an instant that is to come. */
  async freeze(at?: string): Promise<void> {
    await this.ask('POST', '/clock/freeze', { body: { ...(at !== undefined && { at }) } });
  }

  /** Has the clock run on from where it stands. */
  async resume(): Promise<void> {
    await this.ask('POST', '/clock/resume', { body: {} });
  }

  /** Has the events of both modes sent to this address. */
  async sendWebhooksTo(url: string): Promise<void> {
    await this.update({ webhook_uri: url });
  }

  /** Changes settings of the sandbox, by the names of `PATCH /api/sandboxes/{name}`. */
  async update(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.ask('PATCH', '', { body: settings });
  }

  /** Calls the emulated API by hand, in test mode: what the test does itself, and not the program under test. */
  api<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.ask<Answer>(method, `/api/test${path}`, { body });
  }

  /** Asks the control host about anything else in the sandbox: `control('POST', '/faults', { body: { on: 'api', … } })`. */
  control<Answer = Record<string, unknown>>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return this.ask<Answer>(method, path, sent);
  }

  /** What happened, a line each: the last of it. */
  timeline(): Promise<string> {
    return timelineOf(this.scope);
  }

  /** Deletes it with all that is in it, unless it is to be kept. */
  async remove(): Promise<void> {
    if (this.scope.keeps) return;
    await this.ask('DELETE', '').catch((error: unknown) => {
      // The test has done so itself.
      if (!(error instanceof TollgateError) || error.status !== NOT_FOUND) throw error;
    });
  }

  private ask<Answer>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return this.asked.ask<Answer>(method, `/api/sandboxes/${encodeURIComponent(this.name)}${path}`, sent);
  }
}
