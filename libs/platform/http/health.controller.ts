import type { Server } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { fail } from '#domain/errors.js';
import { Database } from '../database/database.js';
import { migrationNames } from '../database/migrate.js';
import { JobBell } from '../jobs/job-bell.js';
import { inTime } from '../process/at-most.js';
import { isStopping } from './open-connections.js';
import { NoKey } from './route-keys.js';

/** Who asks does not wait long, and takes no answer for a bad one. */
const DATABASE_TIMEOUT_MS = 2_000;

/**
 * What orchestrators ask. Both answer on every port, without a key.
 * @host any
 */
@Controller()
@NoKey()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly bell: JobBell,
    private readonly host: HttpAdapterHost,
  ) {}

  /** The process is alive. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Requests can be served: the database and the queue answer, every migration is applied, and the process has not been told to stop. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ok' }> {
    if (isStopping(this.host.httpAdapter.getHttpServer() as Server)) fail('service_unavailable', 'the process is stopping');
    const applied = await this.appliedMigrations();
    await this.reachQueue();
    const missing = (await migrationNames()).find((name) => !applied.has(name));
    if (missing !== undefined) fail('service_unavailable', `migration ${missing} is not applied`);
    return { status: 'ok' };
  }

  private async appliedMigrations(): Promise<Set<string>> {
    const query = this.database.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL`;
    const rows = await inTime(DATABASE_TIMEOUT_MS, query, 'the database does not answer').catch(() =>
      fail('service_unavailable', 'the database cannot be reached or is not migrated'),
    );
    return new Set(rows.map((row) => row.migration_name));
  }

  private async reachQueue(): Promise<void> {
    await this.bell.ping().catch(() => fail('service_unavailable', 'the queue cannot be reached'));
  }
}
