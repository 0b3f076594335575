import type { Server } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { fail } from '#domain/errors.js';
import { AnyName } from './any-name.js';
import { isStopping } from './open-connections.js';
import { Readiness, type Ready } from './readiness.js';
import { NoKey } from './route-keys.js';

/**
 * What orchestrators ask. Both answer on every port, without a key.
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

  /** The process is alive. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Requests can be served: every listener of the process is open, the database takes reads and writes, every migration is applied, and the process
   * has not been told to stop. While the queue is unreachable, work is delayed by some seconds and nothing is refused.
   */
  @Get('readyz')
  async ready(): Promise<Ready> {
    if (isStopping(this.host.httpAdapter.getHttpServer() as Server)) fail('service_unavailable', 'the process is stopping');
    return this.readiness.demand();
  }
}
