import type { Server } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { fail } from '#domain/errors.js';
import { SchemaWatch } from '../database/schema-watch.js';
import { JobBell } from '../jobs/job-bell.js';
import { isStopping } from './open-connections.js';
import { NoKey } from './route-keys.js';

/**
 * What orchestrators ask. Both answer on every port, without a key.
 * @host any
 */
@Controller()
@NoKey()
export class HealthController {
  constructor(
    private readonly schema: SchemaWatch,
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
    const { missing } = await this.schema
      .look()
      .catch(() => fail('service_unavailable', 'the database cannot be reached or is not migrated'));
    await this.reachQueue();
    if (missing[0] !== undefined) fail('service_unavailable', `migration ${missing[0]} is not applied`);
    return { status: 'ok' };
  }

  private async reachQueue(): Promise<void> {
    await this.bell.ping().catch(() => fail('service_unavailable', 'the queue cannot be reached'));
  }
}
