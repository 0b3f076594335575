import { promisify } from 'node:util';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { fail } from '#kernel/errors.js';
import { jsonShapeOf } from '#kernel/json-shape.js';
import { Semaphore } from '../contention/semaphore.js';
import { assertStorableBody, assertUtf8, isLeft, JSON_TYPES, MAX_FIELDS } from './body.js';

/** The most larger bodies in memory at once, and the time that further ones wait before they are rejected. */
const MAX_BODIES = 8;
const WAIT_MS = 5_000;

/**
 * Reads JSON that is larger than elsewhere, after the guard has authorized the caller. It is in memory until
 * the answer is made.
 */
export class LargeJson implements NestInterceptor {
  private readonly parse: (req: Request, res: Response) => Promise<unknown>;
  private readonly places = new Semaphore(MAX_BODIES, WAIT_MS);

  constructor(maxBytes: number) {
    this.parse = promisify(
      express.json({ type: JSON_TYPES, limit: maxBytes, strict: false, verify: assertFewFields }),
    );
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [req, res] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (!isLeft(req)) return next.handle();
    const answer = async (): Promise<unknown> => {
      await this.parse(req, res);
      // The parser skips the body of a client that has ended its side of the connection.
      if (req.body === undefined) fail('bad_request', 'the body was not received whole');
      assertStorableBody(req);
      return lastValueFrom(next.handle());
    };
    const refuse = (): never =>
      fail('service_unavailable', 'too many concurrent requests with large bodies; retry');
    return of(await this.places.run(answer, refuse));
  }
}

/** A large body is large by its texts. Others could take twenty times their size in memory. */
function assertFewFields(req: unknown, res: unknown, body: Buffer, encoding: string): void {
  assertUtf8(req, res, body, encoding);
  if (jsonShapeOf(body).parts > MAX_FIELDS)
    throw Object.assign(new Error('too many fields'), { type: 'parameters.too.many' });
}
