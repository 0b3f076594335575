import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { RequestLog } from './request-log.js';

export function followRequests(app: INestApplicationContext): RequestHandler {
  return app.get(RequestLog, { strict: false }).follow;
}
