import diagnostics from 'node:diagnostics_channel';
import type http from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Found } from './target.js';

type Find = (host: unknown) => Found;
type Callback = ((response: IncomingMessage) => void) | undefined;

/** A request of undici, as its diagnostics channel publishes it. */
interface UndiciRequest {
  readonly origin?: string | URL;
  readonly method: string;
  readonly path: string;
  readonly host?: string | null;
  addHeader(name: string, value: string): void;
  onError(error: Error): void;
}

/**
 * Sends requests for mapped hosts through an agent of their own: the caller's, or the global one, may lead to
 * a proxy. The Host header is the target's, because a proxy in front of Tollgate selects by it.
 */
export function mapRequests(module: typeof http | typeof https, find: Find): void {
  const request = module.request as (...args: unknown[]) => ClientRequest;
  const agent = new module.Agent({ keepAlive: true });
  const requestMapped = (...args: unknown[]): ClientRequest => {
    const [options, callback] = read(args);
    const found = options.socketPath ? undefined : find(options.hostname ?? options.host);
    if (found === undefined) return request.apply(module, args);
    const made = request.call(module, { ...options, agent }, callback);
    if (!(found instanceof Error) && !made.headersSent) made.setHeader('host', found.host);
    return made;
  };
  const getMapped = (...args: unknown[]): ClientRequest => requestMapped(...args).end();
  Object.assign(module, { request: requestMapped, get: getMapped });
}

/** Sets the Host header of requests by fetch and undici. Fails those that ask a proxy for a tunnel. */
export function mapFetches(find: Find): void {
  diagnostics.subscribe('undici:request:create', (message) => {
    const { request } = message as { readonly request: UndiciRequest };
    if (request.method === 'CONNECT' && find(request.path) !== undefined)
      return request.onError(new Error(`${request.path} is not called by proxy: it is Tollgate here`));
    const found = request.origin && find(new URL(request.origin).hostname);
    if (found && !(found instanceof Error) && !request.host) request.addHeader('host', found.host);
  });
}

/** Reads `(url, options, callback)`, `(options, callback)` and shorter forms. */
function read(args: readonly unknown[]): [RequestOptions, Callback] {
  const [first] = args;
  const url = typeof first === 'string' ? new URL(first) : first;
  const objects = args.filter((arg) => typeof arg === 'object' && arg !== first);
  const options = Object.assign({}, isUrl(url) ? urlToHttpOptions(url) : url, ...objects) as RequestOptions;
  return [options, args.find((arg) => typeof arg === 'function') as Callback];
}

/** As Node judges it: a URL may be of another class, such as jsdom's. */
function isUrl(value: unknown): value is URL {
  return typeof value === 'object' && value !== null && 'href' in value && !('path' in value);
}
