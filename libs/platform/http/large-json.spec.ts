import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { lastValueFrom, Subject } from 'rxjs';
import { bodyParsers, MAX_BODY_BYTES } from './body.js';
import { LargeJson } from './large-json.js';

const MOST = 8;
const MAX_BYTES = 2 * MAX_BODY_BYTES;
/** The answers of the route, which come when the spec sends them. */
let answers: Subject<object>[];
let received: (() => void) | undefined;

/** A route as Nest calls it. */
function routeOf(interceptor: LargeJson): RequestHandler {
  return (req: Request, res: Response, next) => {
    const handle = (): Subject<object> => {
      const answer = new Subject<object>();
      answers.push(answer);
      received?.();
      return answer;
    };
    interceptor
      .intercept(new ExecutionContextHost([req, res]), { handle })
      .then(lastValueFrom)
      .then((answer) => void res.json(answer))
      .catch(next);
  };
}

it('keeps its place until the answer is made', async () => {
  answers = [];
  const app = express();
  app.post('/large', ...bodyParsers({ largePath: /^\/large$/ }), routeOf(new LargeJson(MAX_BYTES)));
  app.use(
    ((error: Error, _req, res, _next) =>
      void res.status(503).json(error.message)) as express.ErrorRequestHandler,
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/large`;
  const body = JSON.stringify({ seed: 'x'.repeat(MAX_BODY_BYTES) });
  const post = (): Promise<globalThis.Response> =>
    fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  const areIn = new Promise<void>((resolve) => {
    received = () => answers.length === MOST && resolve();
  });
  const eight = Array.from({ length: MOST }, post);
  await areIn;
  const ninth = await post();
  expect([ninth.status, await ninth.json()]).toEqual([
    503,
    'too many concurrent requests with large bodies; retry',
  ]);
  for (const answer of answers) {
    answer.next({});
    answer.complete();
  }
  expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(eight.map(() => 200));
  server.close();
});
