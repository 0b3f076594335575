import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readSurroundings } from '../cli/surroundings.js';
import type { Advance, SandboxAnswer, TollgateEnvironment } from './answers.js';
import { Bundle } from './bundle.js';
import { CallExpectation, type CallOptions } from './calls.js';
import { ChargeExpectation } from './charge.js';
import { Control, TollgateError, type ControlAddress, type Sent } from './control.js';
import type { Scope } from './scope.js';
import { failWith, timelineOf, untilListed } from './story.js';
import { Wait, type Remaining } from './time-left.js';
import { WebhookExpectation, type WebhookOptions } from './webhook.js';

const NOT_FOUND = 404;
/** Should the test be killed. */
const TTL = '1h';
/** An advance that takes longer, or than the test has left, says what is unfinished. */
const ADVANCE = '20s';

/** Parameters of `POST /api/sandboxes`: `country`, `clock`, `webhook_secret`, `api_version`, … */
export type SandboxSettings = Readonly<Record<string, unknown>>;

/** Address and initial settings of a sandbox. */
export interface SandboxOptions extends Partial<ControlAddress> {
  /** Prefix of the name; the rest is random. */
  readonly prefix?: string;
  readonly settings?: SandboxSettings;
  /** The remaining time of the test: helpers fail before it ends, with a message. */
  readonly remaining?: Remaining;
  /** True keeps it after the test; default `TOLLGATE_KEEP`. */
  readonly keeps?: boolean;
}

/** Creates a sandbox, at `controlUrl` or the address in the environment. Throws a {@link TollgateError}. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { values } = readSurroundings();
  const { controlUrl, token, prefix = 'test', settings, keeps = Boolean(values['TOLLGATE_KEEP']) } = options;
  const { TOLLGATE_RUN: run, TOLLGATE_REPORT: reportTo } = values;
  const control = new Control(
    controlUrl === undefined ? undefined : { controlUrl, ...(token !== undefined && { token }) },
  );
  const name = [prefix, run, randomBytes(8).toString('hex')].filter(Boolean).join('-');
  const body = { name, ttl: TTL, ...settings };
  return new Sandbox(control, await control.ask<SandboxAnswer>('POST', '/api/sandboxes', { body }), {
    ...options,
    keeps,
    isOfRun: Boolean(run),
    reportTo,
  });
}

/** An account with its own keys, data, events, webhook settings and clock, for one test. */
export class Sandbox {
  readonly name: string;
  /** Addresses, keys and webhook secret for the program under test. */
  readonly env: TollgateEnvironment;
  /** Its page in the console. */
  readonly consoleUrl: string;
  private readonly scope: Scope;
  /** True under `tollgate exec`, which shows the sandboxes of failed tests and deletes them. */
  private readonly isOfRun: boolean;
  /** Under `tollgate exec --report`, the folder for the report of each sandbox. */
  private readonly reportTo: string | undefined;

  constructor(
    private readonly host: Control,
    { name, env, console_url: consoleUrl }: SandboxAnswer,
    {
      remaining,
      keeps = false,
      isOfRun = false,
      reportTo,
    }: Pick<SandboxOptions, 'remaining' | 'keeps'> & {
      readonly isOfRun?: boolean;
      readonly reportTo?: string | undefined;
    } = {},
  ) {
    this.name = name;
    this.isOfRun = isOfRun;
    this.reportTo = reportTo;
    this.env = parseEnv(env) as unknown as TollgateEnvironment;
    this.consoleUrl = consoleUrl;
    this.scope = {
      name,
      consoleUrl,
      keeps,
      remaining,
      ask: (method, path, sent) => this.ask(method, path, sent),
    };
  }

  /** Expectations of a charge. */
  charge(id: string): ChargeExpectation {
    return new ChargeExpectation(this.scope, id);
  }

  /** Expectations of the webhooks of one event key, such as `charge.complete`. */
  webhook(key: string, options: WebhookOptions = {}): WebhookExpectation {
    return new WebhookExpectation(this.scope, key, options);
  }

  /**
   * Expects calls of the program under test, such as `POST /refunds`: a path or its end; `*` matches one
   * segment.
   */
  toHaveCalled(call: string, options: CallOptions = {}): CallExpectation {
    return new CallExpectation(this.scope, call, options);
  }

  /**
   * Advances the clock by a duration such as `7d`, to a datetime, or until `next` or `idle`, and does the
   * work that is due, including webhooks.
   */
  async advance(
    by: string | { readonly to: string } | { readonly until: 'next' | 'idle' },
  ): Promise<Advance> {
    const wait = new Wait(ADVANCE, this.scope.remaining);
    const body = {
      ...(typeof by === 'string' ? { by } : by),
      max_real: `${Math.max(1, Math.floor(wait.left))}ms`,
    };
    const advance = await this.ask<Advance>('POST', '/clock/advance', { body });
    if (advance.status === 'done') return advance;
    const words = typeof by === 'string' ? `by ${by}` : JSON.stringify(by);
    return failWith(
      this.scope,
      `Advance ${words} is ${advance.status}; the clock is at ${advance.to}.`,
      advance.unfinished.map(
        ({ at, kind, object_id: object, why }) => `${kind} of ${object} at ${at}: ${why}`,
      ),
    );
  }

  /** Freezes the clock, now or at a later datetime. */
  async freeze(at?: string): Promise<void> {
    await this.ask('POST', '/clock/freeze', { body: { ...(at !== undefined && { at }) } });
  }

  /** Resumes the clock from its present time. */
  async resume(): Promise<void> {
    await this.ask('POST', '/clock/resume', { body: {} });
  }

  /** Sets the webhook receiver of both modes. */
  async sendWebhooksTo(url: string): Promise<void> {
    await this.update({ webhook_uri: url });
  }

  /** Updates settings with `PATCH /api/sandboxes/{name}`. */
  async update(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.ask('PATCH', '', { body: settings });
  }

  /** Calls the emulated API in test mode, as the test and not as the program under test. */
  api<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.ask<Answer>(method, `/api/test${path}`, { body });
  }

  /**
   * Calls any other route of the sandbox on the control host: `control('POST', '/faults', { body: { on:
   * 'api', … } })`.
   */
  control<Answer = Record<string, unknown>>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return this.ask<Answer>(method, path, sent);
  }

  /**
   * Imports a bundle of `tollgate bundle save`, given by its path. It replaces the data of the sandbox. Its
   * IDs change if they are in use elsewhere.
   */
  async bundle(file: string): Promise<Bundle> {
    const body = await readFile(file, 'utf8');
    const { object_id: object } = await this.ask<{ object_id: string | null }>('POST', '/import', { body });
    if (object === null)
      throw new TollgateError(`${file} is a snapshot; save a bundle with "tollgate bundle save"`);
    return new Bundle(this.scope, object);
  }

  /** The last entries of the timeline, one per line. */
  timeline(): Promise<string> {
    return timelineOf(this.scope);
  }

  /** Deletes the sandbox with its data, unless it is kept, or `tollgate exec` shows it: that of a failed test. */
  async remove({ hasFailed = false } = {}): Promise<void> {
    await this.writeReport().catch(warnOfReport);
    if (this.scope.keeps || (hasFailed && this.isOfRun)) return;
    await this.ask('DELETE', '').catch(ignoreMissing);
  }

  private async writeReport(): Promise<void> {
    if (this.reportTo === undefined) return;
    await untilListed(this.scope);
    const report = await this.ask('GET', '/report');
    await writeFile(join(this.reportTo, `${this.name}.json`), JSON.stringify(report));
  }

  private ask<Answer>(method: string, path: string, sent?: Sent): Promise<Answer> {
    return this.host.ask<Answer>(method, `/api/sandboxes/${encodeURIComponent(this.name)}${path}`, sent);
  }
}

/** The test deleted the sandbox. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof TollgateError) || error.status !== NOT_FOUND) throw error;
}

/** A report that cannot be written does not fail the test. */
function warnOfReport(error: unknown): void {
  process.emitWarning(`Tollgate cannot write the report: ${(error as Error).message}`);
}
