import { ignoreInGit } from '../config/data-folder.js';
import { SettingError } from '../config/setting-error.js';
import { claimDatabase, type DatabaseClaim } from './database-claim.js';
import { clusterUrl, initialise } from './postgres-cluster.js';
import { postgresHome, type PostgresHome } from './postgres-home.js';
import { boundLog } from './postgres-log.js';
import { logOf, shutDown, type PostgresServer } from './postgres-server.js';
import { bringUp, DATABASE } from './postgres-start.js';
import type { Spawning } from './postgres-program.js';

const CLAIM_TIMEOUT_MS = 30_000;
const LOG_CHECK_MS = 60_000;

export interface EmbeddedPostgres {
  readonly url: string;
  /** Lines for the user: the location of the data, and if it is new. */
  readonly notes: readonly string[];
  /** The file of its log. */
  readonly log: string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server in `dataDir`, whose data stays between starts. It takes over the server of a killed
 * Tollgate, and rejects a second Tollgate on the same folder. A server that dies is restarted; `onLost` is
 * called if that fails. Throws {@link SettingError} for `DATA_DIR`. New data is a copy of `prepared`, if
 * given.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  onLost: (error: Error) => void,
  { prepared, ...spawning }: Spawning & { readonly prepared?: string | undefined } = {},
): Promise<EmbeddedPostgres> {
  const home = await postgresHome(dataDir, prepared);
  try {
    await ignoreInGit(dataDir);
    return await start(home, dataDir, onLost, spawning);
  } catch (error) {
    if (error instanceof SettingError || spawning.stopping?.aborted) throw error;
    throw new SettingError(
      'DATA_DIR',
      `cannot run PostgreSQL in ${dataDir}: ${(error as Error).message.split('\n')[0]}; its log: ${logOf(home)}`,
    );
  }
}

async function start(
  home: PostgresHome,
  dataDir: string,
  onLost: (error: Error) => void,
  spawning: Spawning,
): Promise<EmbeddedPostgres> {
  const password = await initialise(home, spawning);
  const cluster = new Cluster(home, password);
  const claim = await hold(cluster, dataDir, onLost, spawning);
  const logCheck = setInterval(() => void boundLog(logOf(home)).catch(() => undefined), LOG_CHECK_MS).unref();
  return {
    url: cluster.url,
    notes: home.notes,
    log: logOf(home),
    stop: async () => {
      clearInterval(logCheck);
      await claim.release(() => cluster.stop());
      // A restart may have been in progress.
      await cluster.stop();
    },
  };
}

/**
 * Starts the server and claims it. If another Tollgate claims it first, this one is refused, even if it
 * started the server.
 */
async function hold(
  cluster: Cluster,
  dataDir: string,
  onLost: (error: Error) => void,
  spawning: Spawning,
): Promise<DatabaseClaim> {
  const { stopping } = spawning;
  for (const deadline = performance.now() + CLAIM_TIMEOUT_MS; ;) {
    await cluster.start(spawning);
    try {
      return await claimDatabase(
        cluster.url,
        dataDir,
        { onDisconnected: () => cluster.restart(), onLost },
        stopping,
      );
    } catch (error) {
      // Otherwise the server has ended, with the Tollgate that held the claim.
      if (error instanceof SettingError || stopping?.aborted || performance.now() > deadline) throw error;
    }
  }
}

/** The server of one cluster, whichever process that is. */
class Cluster {
  private server: PostgresServer | undefined;
  private readonly over = new AbortController();

  constructor(
    private readonly home: PostgresHome,
    private readonly password: string,
  ) {}

  get url(): string {
    return clusterUrl(this.server?.port ?? 0, this.password, DATABASE);
  }

  async start(spawning: Spawning): Promise<void> {
    this.server = await bringUp(this.home, this.password, spawning);
  }

  async restart(): Promise<void> {
    this.server = await bringUp(this.home, this.password, { stopping: this.over.signal }, this.server?.port);
  }

  /** Stops it, and any restart in progress. */
  async stop(): Promise<void> {
    this.over.abort();
    if (this.server && !(await this.server.hasEnded())) await shutDown(this.home, this.server.pid);
  }
}
