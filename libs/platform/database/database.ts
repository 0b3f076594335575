import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { Log } from '../logging/log.js';
import { PrismaClient } from './generated/client.js';
import { openPool } from './pool.js';

/** Connections of one process. All processes together must stay below PostgreSQL's max_connections. */
const POOL_SIZE = 10;
/** The longest any statement may take. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** Prisma's client: the only way to the database. Every query of a tenant's table takes the caller's account and mode. */
@Injectable()
export class Database extends PrismaClient implements OnApplicationShutdown {
  private isClosing = false;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly log: Log,
  ) {
    const onError = (error: Error): void => this.reportLoss(error);
    const pool = openPool(settings.databaseUrl, { max: POOL_SIZE, statement_timeout: STATEMENT_TIMEOUT_MS }, onError);
    super({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.$disconnect();
  }

  /** A connection that is lost while it is being closed anyway is nothing to tell. */
  private reportLoss(error: Error): void {
    if (!this.isClosing) this.log.warn('a database connection was lost', { reason: error.message });
  }
}
