import { Client, type ClientConfig } from 'pg';
import { databaseServers } from '../config/database-address.js';
import { READ_ONLY } from './database-errors.js';

const POSTGRES_PORT = 5432;
/**
 * The time limit of the check if a server accepts writes. All servers are checked at once, so a dead one
 * costs this time once.
 */
const PROBE_TIMEOUT_MS = 2_000;

/** No server accepts writes, or no longer. */
class NotPrimaryError extends Error {
  readonly code = READ_ONLY;
}

/** The URL of the server that accepts writes, or of the only server. Throws if none does. */
export async function primaryUrl(databaseUrl: string): Promise<string> {
  const { urls, seeksPrimary } = databaseServers(databaseUrl);
  return seeksPrimary ? findPrimary(urls) : databaseUrl;
}

/**
 * The driver's client, or for several servers a client that connects to the one that accepts writes, as libpq
 * does with `target_session_attrs=read-write`. The driver lacks that. The client must get {@link anyServer}
 * as its address.
 */
export function clientOf(databaseUrl: string | undefined): typeof Client {
  const { urls, seeksPrimary } =
    databaseUrl === undefined ? { urls: [], seeksPrimary: false } : databaseServers(databaseUrl);
  if (!seeksPrimary) return Client;
  let known: string | undefined;
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // A connection that breaks before its pool listens to it would end the process.
      this.on('error', () => undefined);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connected = this.connectToPrimary();
      if (!callback) return connected;
      connected.then(() => callback(undefined as unknown as Error), callback);
    }

    private async connectToPrimary(): Promise<this> {
      try {
        known ??= await findPrimary(urls);
        const { hostname, port } = new URL(known);
        Object.assign(this, {
          host: hostname.replace(/^\[(.+)\]$/, '$1'),
          port: Number(port) || POSTGRES_PORT,
        });
        await super.connect();
        if (await isReadOnly(this)) throw new NotPrimaryError(`${hostname} takes no writes any more`);
        return this;
      } catch (error) {
        known = undefined;
        // A connection that was never established still has a timeout, without a listener.
        this.connection.stream.destroy();
        throw error;
      }
    }
  };
}

/** The address of the first server, for {@link clientOf}'s client. */
export function anyServer(databaseUrl: string | undefined): string | undefined {
  return databaseUrl === undefined ? undefined : databaseServers(databaseUrl).urls[0];
}

/** The first server to report that it accepts writes. Without one, throws an error for `isDatabaseAway`. */
async function findPrimary(urls: readonly string[]): Promise<string> {
  try {
    return await Promise.any(urls.map(assertPrimary));
  } catch (error) {
    const reasons = (error as AggregateError).errors as (Error & { readonly code?: unknown })[];
    const reason =
      reasons.find((one) => one instanceof NotPrimaryError) ?? reasons.find(({ code }) => code !== undefined);
    // The driver's timeout has no code.
    throw reason ?? new Error(`Can't reach database server: ${reasons[0]?.message}`, { cause: error });
  }
}

async function assertPrimary(url: string): Promise<string> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (await isReadOnly(client)) throw new NotPrimaryError('none of the servers takes writes');
    return url;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** True of a replica, and of a server that its owner has made read-only. */
async function isReadOnly(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only !== 'off';
}
