import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '#platform/process/package-folder.js';
import { asking, type CommonOptions } from './common.js';
import { Control } from './control.js';
import { environmentWithoutSettings } from './environment.js';
import { EXIT, Failure } from './failure.js';
import { say } from './output.js';
import { unready, untilReady } from './ready.js';

const PROGRAM = join(PACKAGE_FOLDER, 'dist', 'apps', 'tollgate', 'main.js');
const START_LIMIT_MS = 120_000;
const SETTINGS = ['API_PORT', 'VAULT_PORT', 'PAY_PORT', 'CONTROL_PORT'];

/** A Tollgate for one run, on free ports and in a temporary folder, which is deleted. */
export interface OwnTollgate {
  readonly control: Control;
  /** Its control token, as an environment variable for the command. */
  readonly opening: Readonly<Record<string, string>>;
  /**
   * Aborted, with a {@link Failure} for its reason, when a signal asks this process to end. Such a signal
   * ends it no more until `stop` is through.
   */
  readonly interrupted: AbortSignal;
  stop(): Promise<void>;
}

/** Signals that ask this process to end. */
export const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Its settings are the defaults whatever the environment says. It stops when this process does, however that
 * ends. Throws a {@link Failure} where it cannot be started, or a signal asks this process to end meanwhile.
 */
async function startOwn(): Promise<OwnTollgate> {
  const { interrupted, release } = catchSignals();
  const dir = await mkdtemp(join(tmpdir(), 'tollgate-exec-'));
  // PostgreSQL may run as another user.
  await chmod(dir, 0o755);
  const ports = await freePorts(SETTINGS.length);
  const token = randomBytes(24).toString('hex');
  const settings = {
    ...Object.fromEntries(SETTINGS.map((name, index) => [name, String(ports[index])])),
    CONTROL_TOKEN: token,
    LOG_LEVEL: 'warn',
  };
  const env = { ...environmentWithoutSettings(), ...settings };
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: dir,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(dir, { recursive: true, force: true });
    release();
  };
  const control = new Control({ controlUrl: `http://127.0.0.1:${ports.at(-1)}`, token, key: undefined });
  await untilReady(control, START_LIMIT_MS, () => child.exitCode !== null || interrupted.aborted).catch(
    async (error: Error) => {
      await stop();
      interrupted.throwIfAborted();
      throw new Failure(`cannot start Tollgate: ${complaint.trim() || error.message}`, EXIT.exec);
    },
  );
  return { control, opening: { CONTROL_TOKEN: token }, interrupted, stop };
}

/** Starts a Tollgate if none is at the default address. At a configured address it must be running. */
export async function startUnlessFound(options: CommonOptions): Promise<OwnTollgate | undefined> {
  const { control, surroundings } = asking(options);
  const missing = await unready(control.url);
  if (missing === undefined) return undefined;
  if (surroundings.isUrlGiven) throw new Failure(`Tollgate is not ready: ${missing}`, EXIT.unreachable);
  say('Tollgate is not running: starting one for this command.');
  return startOwn();
}

export function catchSignals(): { interrupted: AbortSignal; release: () => void } {
  const interruption = new AbortController();
  const note = (signal: NodeJS.Signals): void =>
    interruption.abort(new Failure(`ended by ${signal}`, EXIT.signal + constants.signals[signal]));
  for (const signal of SIGNALS) process.on(signal, note);
  return {
    interrupted: interruption.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, note);
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
