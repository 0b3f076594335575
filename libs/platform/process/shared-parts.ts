import type { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';
import { LocalJobs } from '../jobs/local-jobs.js';
import { Log } from '../logging/log.js';
import { Exposition } from '../metrics/exposition.js';
import { Metrics, type Counted } from '../metrics/metrics.js';

/** What the hosts and the worker of one process share. */
export class SharedParts {
  readonly exposition = new Exposition();
  readonly localJobs = new LocalJobs();
  readonly database: Database;

  /** `part` is the only part of the process, or `all`. */
  constructor(settings: Settings, part: Counted) {
    this.database = new Database(settings, new Log(settings), new Metrics(part, this.exposition));
  }

  /** To be called when all parts are closed. */
  close(): Promise<void> {
    return this.database.close();
  }
}
