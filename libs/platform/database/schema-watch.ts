import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Log } from '../logging/log.js';
import { Metrics } from '../metrics/metrics.js';
import { withTimeout } from '../process/timeout.js';
import { die } from '../process/run-process.js';
import { StartRefusal } from '../process/start-refusal.js';
import { Database } from './database.js';
import { rejectForeignDatabase } from './foreign-database.js';
import { Prisma } from './generated/client.js';
import {
  compareMigrations,
  migrationNames,
  rejectUnknown,
  SELECT_MIGRATIONS,
  type MigrationDifference,
  type StoredMigration,
} from './migrations.js';
import { assertOwnSession, rejectPooler, SELECT_SESSION, type SessionRow } from './pooler.js';

const LOOK_TIMEOUT_MS = 2_000;
const LOOK_INTERVAL_MS = 10_000;
/** The interval of checks until the database is reached for the first time. */
const FIRST_LOOK_INTERVAL_MS = 1_000;

/**
 * Compares the migrations of the database with those of this release. A process does not start on a newer
 * database. If the database is unreachable, the process starts, and ends if the first successful check finds
 * a newer one. Later a newer database is only logged once: in a rolling upgrade the migrations run before the
 * new processes.
 */
@Injectable()
export class SchemaWatch implements OnModuleInit, OnApplicationShutdown {
  private known: readonly string[] = [];
  private hasSeen = false;
  private lastUnknown = '';
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    const unknown = metrics.gauge(
      'tollgate_database_unknown_migrations',
      'Migrations in the database that only a newer release has.',
      ['part'],
    );
    metrics.readBefore([unknown], async () =>
      unknown.set({ part: metrics.part }, (await this.look()).unknown.length),
    );
  }

  /**
   * Throws {@link StartRefusal} if the database is reachable and newer, another program's, or behind a pooler
   * without sessions.
   */
  async onModuleInit(): Promise<void> {
    this.known = await migrationNames();
    await this.look().catch((error: unknown) => {
      rejectPooler(error);
      if (error instanceof StartRefusal) throw error;
    });
    this.schedule();
  }

  /** Throws if the database is unreachable or was never migrated. */
  async look(): Promise<MigrationDifference> {
    if (!this.hasSeen) await rejectForeignDatabase((sql) => this.database.query(Prisma.raw(sql)), this.known);
    const query = this.database.query<StoredMigration>(Prisma.raw(SELECT_MIGRATIONS));
    const difference = compareMigrations(
      this.known,
      await withTimeout(LOOK_TIMEOUT_MS, query, 'the database does not answer'),
    );
    if (!this.hasSeen) {
      rejectUnknown(difference);
      assertOwnSession(await this.database.query<SessionRow>(Prisma.raw(SELECT_SESSION)));
    }
    this.hasSeen = true;
    this.tell(difference.unknown);
    return difference;
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.isStopping) return;
    const delayMs = this.hasSeen ? LOOK_INTERVAL_MS : FIRST_LOOK_INTERVAL_MS;
    this.timer = setTimeout(() => void this.lookAgain().finally(() => this.schedule()), delayMs);
  }

  /** An unreachable database is reported by its users. */
  private async lookAgain(): Promise<void> {
    await this.look().catch((error: unknown) => {
      if (error instanceof StartRefusal) die(error);
    });
  }

  private tell(unknown: readonly string[]): void {
    const names = unknown.join(', ');
    if (names !== '' && names !== this.lastUnknown)
      this.log.warn('the database is newer than this process', {
        requestId: undefined,
        part: this.metrics.part,
        migrations: unknown,
      });
    this.lastUnknown = names;
  }
}
