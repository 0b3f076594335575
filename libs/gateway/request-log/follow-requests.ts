import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { RequestLog } from './request-log.js';

/** What a host follows its requests with. */
export function followRequests(app: INestApplicationContext): RequestHandler {
  return app.get(RequestLog, { strict: false }).follow;
}
