import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from '../metrics/metrics.js';

/** Upper bounds of what a request takes, in seconds; the last is the time that a request has to arrive. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Stands for the route of a request that reached none: an unknown path, or a body that could not be read. */
const NO_ROUTE = 'none';
/** Stands for the status of a request whose caller did not wait for the answer. */
const ABORTED = 'aborted';

/** Counts every request of a host by the template of its route, such as `/charges/:id`, never by the path that was sent. */
export function observe(metrics: Metrics, server: Server): RequestHandler {
  const { part } = metrics;
  const labels = ['part', 'method', 'route'] as const;
  const requests = metrics.counter('tollgate_http_requests_total', 'Requests that ended, by route and status.', [...labels, 'status']);
  const durations = metrics.histogram(
    'tollgate_http_request_duration_seconds',
    'From the headers of a request to the end of its answer.',
    labels,
    SECONDS,
  );
  const underWay = metrics.gauge('tollgate_http_requests_in_progress', 'Requests under way.', ['part']);
  const unreadable = metrics.counter('tollgate_http_unreadable_total', 'Connections that sent no HTTP, or none in time.', ['part']);
  unreadable.inc({ part }, 0);
  server.on('clientError', () => unreadable.inc({ part }));
  return (req: Request, res: Response, next: NextFunction) => {
    const began = performance.now();
    underWay.inc({ part });
    res.once('close', () => {
      const route = { part, method: req.method, route: routeOf(req) };
      underWay.dec({ part });
      requests.inc({ ...route, status: res.writableFinished ? res.statusCode : ABORTED });
      durations.observe(route, (performance.now() - began) / 1_000);
    });
    next();
  };
}

/** The template as the router knows it. */
function routeOf(req: Request): string {
  const route = req.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : NO_ROUTE;
}
