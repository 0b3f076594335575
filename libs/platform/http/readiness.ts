import { Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { Database } from '../database/database.js';
import { SchemaWatch } from '../database/schema-watch.js';
import { JobProducer } from '../jobs/job-producer.js';

/** More frequent checks get the last result. */
const TRIAL_INTERVAL_MS = 1_000;
/** For so long after a write was refused no others are asked for; then some may try. */
const REFUSED_FOR_MS = 5_000;

export interface Ready {
  readonly status: 'ok';
  /** Absent while the queue is reachable. An unreachable queue delays work by some seconds. */
  readonly queue?: 'away';
}

/** The readiness of a host (`/readyz`). */
@Injectable()
export class Readiness {
  private isListening = false;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private triedAt = Number.NEGATIVE_INFINITY;
  private trial = Promise.resolve(true);

  constructor(
    private readonly database: Database,
    private readonly schema: SchemaWatch,
    private readonly producer: JobProducer,
  ) {}

  /** Every listener that the settings ask for is open. */
  processListens(): void {
    this.isListening = true;
  }

  /** Called for every write that the database rejected through no fault of the client. */
  writeWasRefused(): void {
    this.refusedAt = performance.now();
  }

  /**
   * Throws `service_unavailable` while the process starts, and when the database is unreachable, not
   * migrated, or read-only.
   */
  async demand(): Promise<Ready> {
    if (!this.isListening) fail('service_unavailable', 'the process is starting');
    const isQueueUp = this.producer.isUp();
    const { missing } = await this.schema
      .look()
      .catch(() => fail('service_unavailable', 'the database cannot be reached or is not migrated'));
    if (missing[0] !== undefined) fail('service_unavailable', `migration ${missing[0]} is not applied`);
    if (!(await this.takesWrites())) fail('service_unavailable', 'the database does not accept writes');
    return { status: 'ok', ...(!(await isQueueUp) && { queue: 'away' }) };
  }

  private async takesWrites(): Promise<boolean> {
    const now = performance.now();
    if (now - this.refusedAt < REFUSED_FOR_MS) return false;
    if (now - this.triedAt > TRIAL_INTERVAL_MS) {
      this.triedAt = now;
      this.trial = this.database.assertWritable().then(
        () => true,
        () => false,
      );
    }
    return this.trial;
  }
}
