import { existsSync } from 'node:fs';
import { inSandbox, type Asking } from '../common.js';
import { Failure } from '../failure.js';
import { unready } from '../ready.js';
import type { TimelineEntry } from '../timeline.js';

/** Observations of Tollgate, a sandbox and the environment. */
export interface Facts {
  readonly controlUrl: string;
  /** TOLLGATE_… and CONTROL_TOKEN, as they are set. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly isInContainer: boolean;
  /** The version of the command line. */
  readonly version: string;
  /** Why a host is not ready; `undefined` when all are. */
  readonly unready: string | undefined;
  /** The version of the server. */
  readonly tollgateVersion: string | undefined;
  /** Milliseconds by which the server's clock is ahead of the local one. */
  readonly driftMs: number;
  readonly sandboxName: string;
  /** Or the error that was returned for it. */
  readonly sandbox: SandboxFacts | Failure | undefined;
}

export interface SandboxFacts {
  readonly name: string;
  readonly test: Readonly<Record<'public_key' | 'secret_key', string>>;
  readonly live: Readonly<Record<'public_key' | 'secret_key', string>>;
  readonly webhook_secret: string;
  readonly urls: Readonly<Record<'api' | 'vault' | 'pay', string>>;
  /** For a `.env` file: its addresses are reached without the names that links may have. */
  readonly env: string;
  readonly clock: { readonly now: string; readonly frozen: boolean };
  /** Of test mode. */
  readonly webhookUri: string | null;
  readonly held: number;
  /** The latest attempts, oldest first. */
  readonly attempts: readonly TimelineEntry[];
  readonly activeFaults: readonly string[];
  /** Beginnings of unknown keys in requests; empty without permission to list them. */
  readonly unknownKeys: readonly string[];
  /** Milliseconds by which its clock is ahead of real time. */
  readonly aheadMs: number;
}

interface Data<Item> {
  readonly data: readonly Item[];
}

const LATEST = 20;

export async function gatherFacts(
  { control, surroundings, sandbox: sandboxName }: Asking,
  version: string,
): Promise<Facts> {
  const missing = await unready(control.url);
  const isInContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file));
  const facts = {
    controlUrl: control.url,
    values: surroundings.values,
    isInContainer,
    version,
    unready: missing,
    sandboxName,
  };
  if (missing !== undefined) return { ...facts, tollgateVersion: undefined, driftMs: 0, sandbox: undefined };
  const document = await control.ask('GET', '/openapi.json');
  const { info } = (await document.json()) as { info?: { version?: string } };
  const theirs = Date.parse(document.headers.get('date') ?? '');
  const driftMs = Number.isNaN(theirs) ? 0 : theirs - (performance.timeOrigin + performance.now());
  const sandbox = await sandboxFacts({ control, surroundings, sandbox: sandboxName }, theirs).catch(
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );
  return { ...facts, tollgateVersion: info?.version, driftMs, sandbox };
}

async function sandboxFacts(
  { control, sandbox: sandboxName }: Asking,
  theirs: number,
): Promise<SandboxFacts> {
  const found = await control.json<SandboxFacts>('GET', inSandbox(sandboxName));
  const ask = <T>(path: string, query = {}): Promise<T> =>
    control.json<T>('GET', inSandbox(found.name, path), { query: new URLSearchParams(query) });
  const latest = { before: 'end', limit: String(LATEST) };
  const [account, idle, attempts, faults, keyless] = await Promise.all([
    ask<{ webhook_uri: string | null }>('/api/test/account'),
    ask<{ held: number }>('/idle'),
    ask<Data<TimelineEntry>>('/timeline', { ...latest, kinds: 'attempt' }),
    ask<Data<{ name: string; status: string }>>('/faults'),
    // A key has no access to requests of the whole installation.
    control
      .json<Data<{ key: string | null }>>('GET', '/api/requests', { query: new URLSearchParams(latest) })
      .catch(() => ({ data: [] })),
  ]);
  return {
    ...found,
    webhookUri: account.webhook_uri,
    held: idle.held,
    attempts: attempts.data,
    activeFaults: faults.data.filter(({ status }) => status === 'active').map(({ name }) => name),
    unknownKeys: [...new Set(keyless.data.flatMap(({ key }) => key ?? []))],
    aheadMs: Date.parse(found.clock.now) - theirs,
  };
}
