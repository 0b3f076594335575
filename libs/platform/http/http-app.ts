import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { NotFoundException, type DynamicModule } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { fail } from '#kernel/errors.js';
import { newSuffix } from '#kernel/ids.js';
import { isRequestId } from '#kernel/request-id.js';
import type { Settings } from '../config/settings.js';
import { Log, NestLog } from '../logging/log.js';
import { workingFor } from '../logging/request-context.js';
import type { SharedParts } from '../process/shared-parts.js';
import { Metrics } from '../metrics/metrics.js';
import { admitAtMost } from './admission.js';
import { bodyParsers, type LeftBodies } from './body.js';
import { limitConnections } from './connection-limit.js';
import { browsersAt } from './cors.js';
import { STOPPING } from './ending-signal.js';
import { joinedSlashes } from './joined-slashes.js';
import { sendJsonTexts } from './json-text.js';
import { listenAt, type ListenAddress } from './listen-address.js';
import { ErrorFilter, type ErrorPage } from './error.filter.js';
import { observe } from './observe.js';
import { drain, holdWhileClosing, stoppingOf, trackConnections } from './open-connections.js';
import { Readiness } from './readiness.js';
import { protectFromClients } from './slow-clients.js';

/** The time that requests in progress have to finish when the server stops. */
const CLOSE_TIMEOUT_MS = 10_000;

/** The Express setting with the origins that may show pages in a frame. */
export const FRAME_ANCESTORS = 'frame ancestors';

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * Names this request in logs, in its events, and in the answer's `X-Request-Id`: the caller's own if it
     * can be used.
     */
    id: string;
    /** The id of its entry in the timeline, whether or not there will be one. */
    entryId: string;
    /** As the caller sent it, where a route is named by another method. */
    originalMethod?: string;
  }
}

/** A host of the gateway. */
export interface HostModule extends LeftBodies {
  forRoot(settings: Settings, shared: SharedParts): DynamicModule;
  /** Paths that scripts of other sites may call with a public key. */
  readonly browserPaths: readonly string[];
  /** The value of `WWW-Authenticate`. Default: Basic. */
  readonly challenge?: string;
  /** Prefix of the entry ids of its requests. Default: `req`. */
  readonly entryPrefix?: string;
  /** The page for browsers instead of an error object, if there is one. */
  readonly errorPage?: (status: number, req: Request) => ErrorPage | undefined;
  /** Middleware that logs every request, from its headers to its answer. */
  readonly follow?: (app: NestExpressApplication) => RequestHandler;
  /** Middleware that reads other spellings of requests as their routes are written. */
  readonly spellings?: RequestHandler;
  /** A hint for a path that another host serves. */
  hintFor?(path: string, settings: Settings): string | undefined;
}

/** Makes the Nest application of one host, with the parsing, rendering and errors of the API. */
export async function createHttpApp(
  host: HostModule,
  settings: Settings,
  shared: SharedParts,
): Promise<NestExpressApplication> {
  const module = host.forRoot(settings, shared);
  const app = await NestFactory.create<NestExpressApplication>(module, {
    bodyParser: false,
    // `/charges/schedules` wins over `/charges/:id` in any order of modules.
    routeResolutionStrategy: 'specificity',
    bufferLogs: true,
    abortOnError: false,
  });
  const log = app.get(Log);
  app.useLogger(new NestLog(log));
  app.set('query parser', 'extended');
  app.set('etag', false);
  app.disable('x-powered-by');
  const server = app.getHttpServer();
  const metrics = app.get(Metrics);
  const { maxConnections, maxRequestsInProgress } = settings;
  limitConnections(server, maxConnections, metrics, log);
  app.use(
    identify(host.entryPrefix ?? 'req'),
    observe(metrics, log, server),
    holdWhileClosing(server),
    ...(host.follow ? [host.follow(app)] : []),
    assertOneHost,
    joinSlashes,
    ...(host.spellings ? [host.spellings] : []),
  );
  app.enableCors(browsersAt(host.browserPaths));
  app.use(...bodyParsers(host), admitAtMost(maxRequestsInProgress), workForRequest);
  const readiness = app.get(Readiness);
  app.useGlobalFilters(
    new ErrorFilter(
      log,
      () => readiness.writeWasRefused(),
      host.challenge ?? 'Basic realm="Tollgate"',
      (path) => host.hintFor?.(path, settings),
      host.errorPage,
    ),
  );
  app.getHttpAdapter().getInstance().param('id', rejectWords);
  sendJsonTexts(app.getHttpAdapter().getInstance());
  trackConnections(server);
  app.set(STOPPING, stoppingOf(server));
  app.set(FRAME_ANCESTORS, settings.payFrameAncestors);
  protectFromClients(server);
  return app;
}

/** Starts to accept requests. */
export async function listen(app: NestExpressApplication, address: ListenAddress): Promise<void> {
  await app.init();
  await listenAt(app.getHttpServer(), address);
}

/**
 * Stops accepting requests, finishes those under way, also those from other listeners until `others` is done,
 * and closes the application.
 */
export async function closeHttpApp(app: NestExpressApplication, others?: Promise<void>): Promise<void> {
  await closeServer(app.getHttpServer());
  await others;
  await app.close();
}

/** Stops taking requests, and finishes those under way. */
export async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await drain(server);
  clearTimeout(cut);
}

/** An id is never a word of letters only: `/charges/latest` is an unknown path (docs/fidelity.md E18). */
function rejectWords(req: Request, _res: Response, next: NextFunction, id: string): void {
  const isLast = /^\/[^/]+\/[^/]+\/?$/.test(req.path);
  next(isLast && /^[a-z]+$/i.test(id) ? new NotFoundException() : undefined);
}

function identify(entryPrefix: string): RequestHandler {
  return (req, res, next) => {
    const sent = req.headers['x-request-id'];
    req.id = typeof sent === 'string' && isRequestId(sent) ? sent : randomUUID();
    req.entryId = `${entryPrefix}_${newSuffix()}`;
    res.setHeader('X-Request-Id', req.id);
    res.setHeader('Cache-Control', 'no-cache, no-store');
    // Answers have no ETag (docs/fidelity.md H8), but Express takes a `*` for any, and would answer 304
    // without a body.
    delete req.headers['if-none-match'];
    // Limits, log and metrics listen to the end of each answer: Node would warn of a leak.
    res.setMaxListeners(0);
    next();
  };
}

/**
 * Node reads the first `Host` of several, and a proxy before it may have gone by another (docs/fidelity.md
 * E14).
 */
function assertOneHost({ rawHeaders }: Request, _res: Response, next: NextFunction): void {
  // Names and values in turn.
  const hosts = rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 'host'.length && text.toLowerCase() === 'host',
  );
  if (hosts.length > 1) fail('bad_request', 'the request has several Host headers');
  next();
}

/** Clients join paths to addresses that end in a slash. */
function joinSlashes(req: Request, _res: Response, next: NextFunction): void {
  const { path, url } = req;
  if (url.startsWith('/') && path.includes('//')) req.url = joinedSlashes(path) + url.slice(path.length);
  next();
}

/** Comes after the body parsers, because they may continue in another asynchronous context. */
function workForRequest(req: Request, _res: Response, next: NextFunction): void {
  workingFor({ requestId: req.id, client: req.get('Tollgate-Client'), trigger: req.entryId }, next);
}
