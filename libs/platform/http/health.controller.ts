import type { Server } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { fail } from '#kernel/errors.js';
import { AnyName } from './any-name.js';
import { isStopping } from './open-connections.js';
import { Readiness, type Ready } from './readiness.js';
import { NoKey } from './route-keys.js';

/**
 * Probes for orchestrators. They answer on every port, without a key.
 * @host any
 */
@Controller()
@NoKey()
@AnyName()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Check liveness. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Check readiness. The process is ready when all its ports are open, the database accepts reads and writes,
   * all migrations are applied, and no shutdown has been requested. An unreachable queue delays work by some
   * seconds, but rejects nothing.
   */
  @Get('readyz')
  async ready(): Promise<Ready> {
    if (isStopping(this.host.httpAdapter.getHttpServer() as Server))
      fail('service_unavailable', 'the process is stopping');
    return this.readiness.demand();
  }
}
