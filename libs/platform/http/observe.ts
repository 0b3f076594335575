import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { SECOND_MS } from '#kernel/time.js';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';

/** Histogram buckets of requests, in seconds. The last is the time-out for receiving a request. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Stands for the route of a request that reached none: an unknown path, or a body that could not be read. */
const NO_ROUTE = 'none';
/** Stands for the status of a request whose caller did not wait for the answer. */
const ABORTED = 'aborted';
/** Reads are logged at `debug`, so that the log at `info` shows what was changed. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const INTERNAL_ERROR = 500;

/**
 * Counts and logs every request of a host by the template of its route, such as `/charges/:id`, never by the
 * path that was sent.
 */
export function observe(metrics: Metrics, log: Log, server: Server): RequestHandler {
  const { part } = metrics;
  const labels = ['part', 'method', 'route'] as const;
  const requests = metrics.counter(
    'tollgate_http_requests_total',
    'Finished requests, by route and status.',
    [...labels, 'status'],
  );
  const help = 'Seconds from the request headers to the end of the response.';
  const durations = metrics.histogram('tollgate_http_request_duration_seconds', help, labels, SECONDS);
  const inProgress = metrics.gauge('tollgate_http_requests_in_progress', 'Requests in progress.', ['part']);
  let underWay = 0;
  metrics.readBefore([inProgress], () => inProgress.set({ part }, underWay));
  const unreadable = metrics.counter(
    'tollgate_http_unreadable_total',
    'Connections that sent no valid HTTP request in time.',
    ['part'],
  );
  unreadable.inc({ part }, 0);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // It comes again once the socket has been ended, and also for a client that is merely gone.
    if (socket.writable && error.code !== 'ECONNRESET') unreadable.inc({ part });
  });
  return (req: Request, res: Response, next: NextFunction) => {
    const began = performance.now();
    underWay += 1;
    res.on('close', () => {
      underWay -= 1;
      const durationMs = performance.now() - began;
      const { id, method } = req;
      const route = routeOf(req);
      const status = res.writableFinished ? res.statusCode : ABORTED;
      requests.inc({ part, method, route, status });
      durations.observe({ part, method, route }, durationMs / SECOND_MS);
      const level = READING.has(method) && res.statusCode < INTERNAL_ERROR ? 'debug' : 'info';
      log[level]('request', {
        requestId: id,
        part,
        method,
        route,
        status,
        durationMs: Math.round(durationMs),
      });
    });
    next();
  };
}

/** The template as the router knows it: a path may be a secret. */
export function routeOf(req: Request): string {
  const route = req.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : NO_ROUTE;
}
