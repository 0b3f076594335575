import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { SettingError } from '../config/setting-error.js';

/** The key of the advisory lock: arbitrary, but the same in every process. */
const OWNER_LOCK = 7_400_740_074;
/** A killed owner's connection may outlive it by a moment. */
const CLAIM_TIMEOUT_MS = 5_000;
/** The time that an unreachable server has to return. */
const RECLAIM_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

export interface DatabaseClaim {
  /** Runs the last step, which stops the server and so ends the claim. */
  release(last: () => Promise<void>): Promise<void>;
}

interface ClaimEvents {
  /**
   * Called when the connection breaks, to start the server again if it has died. May fail; it is called
   * again.
   */
  onDisconnected(): Promise<void>;
  /** Called when the claim is lost permanently: this process must stop. */
  onLost(error: Error): void;
}

/**
 * Makes this process the only Tollgate on an embedded database. A connection holds an advisory lock, which a
 * crash releases. A broken connection is replaced. Throws {@link SettingError} when another Tollgate holds
 * it.
 */
export async function claimDatabase(
  url: string,
  dataDir: string,
  events: ClaimEvents,
  stopping?: AbortSignal,
): Promise<DatabaseClaim> {
  const released = new AbortController();
  let client: Client | undefined = await claim(url, dataDir, stopping);
  const hold = async (): Promise<void> => {
    while (client) {
      await disconnected(client);
      client = await reclaim(url, dataDir, events, released.signal);
    }
  };
  const holding = hold().catch((error: unknown) => events.onLost(error as Error));
  return {
    release: async (last) => {
      released.abort();
      await last();
      await client?.end().catch(() => undefined);
      await holding;
    },
  };
}

/** Not events.once, which rejects at the `error` that comes before the end. */
function disconnected(client: Client): Promise<void> {
  return new Promise((resolve) => client.once('end', resolve));
}

/** Renews the claim. `undefined` if it was released meanwhile. */
async function reclaim(
  url: string,
  dataDir: string,
  events: ClaimEvents,
  released: AbortSignal,
): Promise<Client | undefined> {
  let failure: unknown;
  for (
    const deadline = performance.now() + RECLAIM_TIMEOUT_MS;
    performance.now() < deadline;
    await delay(POLL_MS)
  ) {
    if (released.aborted) return undefined;
    try {
      const client = await claim(url, dataDir, released);
      if (!released.aborted) return client;
      await client.end();
    } catch (error) {
      if (error instanceof SettingError) throw error;
      failure = error;
    }
    if (!released.aborted) await events.onDisconnected().catch((error: unknown) => (failure = error));
  }
  throw new SettingError(
    'DATA_DIR',
    `lost the connection to PostgreSQL in ${dataDir}: ${(failure as Error).message}`,
  );
}

async function claim(url: string, dataDir: string, stopping: AbortSignal | undefined): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CLAIM_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  for (
    const deadline = performance.now() + CLAIM_TIMEOUT_MS;
    performance.now() < deadline;
    await delay(POLL_MS)
  ) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.locked) return client;
    if (stopping?.aborted) break;
  }
  await client.end();
  stopping?.throwIfAborted();
  throw new SettingError(
    'DATA_DIR',
    `${dataDir} is in use by another Tollgate; stop it, or choose another folder`,
  );
}
