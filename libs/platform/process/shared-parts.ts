import { LocalJobs } from '../jobs/local-jobs.js';
import { Exposition } from '../metrics/exposition.js';

/** What the hosts and the worker of one process share. */
export class SharedParts {
  readonly exposition = new Exposition();
  readonly localJobs = new LocalJobs();
}
