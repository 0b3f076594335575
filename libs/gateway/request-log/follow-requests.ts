import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { RequestLog } from './request-log.js';

/** The middleware that logs a host's requests. */
export function followRequests(app: INestApplicationContext): RequestHandler {
  return app.get(RequestLog, { strict: false }).follow;
}
