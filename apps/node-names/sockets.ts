import net, { type NetConnectOpts, type Socket, type TcpNetConnectOpts } from 'node:net';
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Found, Target } from './target.js';
import { lookupPrivate } from './private-lookup.js';

type Find = (host: unknown) => Found;
type Callback = (() => void) | undefined;

/**
 * Connects sockets for mapped hosts to their targets. All clients of Node open their connections here, also
 * fetch and undici.
 */
export function mapSockets(find: Find): void {
  mapTcp(find);
  mapTls(find);
}

function mapTcp(find: Find): void {
  const { connect } = net.Socket.prototype as { connect: (...args: unknown[]) => Socket };
  net.Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    // Node's own callers pass an array that holds options and callback.
    const [options, callback] = read<TcpNetConnectOpts>(Array.isArray(args[0]) ? args[0] : args);
    const found = isPipe(options) ? undefined : find(options.host);
    if (found === undefined) return connect.apply(this, args);
    if (found instanceof Error) return destroySoon(this, found);
    return connect.call(this, { ...options, ...placeOf(found) }, callback);
  };
}

function mapTls(find: Find): void {
  const connect = tls.connect as (...args: unknown[]) => TLSSocket;
  const connectMapped = (...args: unknown[]): TLSSocket => {
    const [options, callback] = read<ConnectionOptions>(args);
    const found = isPipe(options) ? undefined : (find(options.host) ?? find(options.servername));
    if (found === undefined) return connect(...args);
    // The tunnel of a proxy, which leads elsewhere.
    options.socket?.destroy();
    const direct = { ...options, socket: undefined };
    if (found instanceof Error) return destroySoon(new net.Socket(), found) as TLSSocket;
    if (!found.isTls) return connectPlain(found, direct, callback);
    return connect({ ...direct, ...placeOf(found), servername: found.hostname }, callback);
  };
  Object.assign(tls, { connect: connectMapped });
}

/** A connection without TLS, with the events and fields that HTTP clients expect of one with TLS. */
function connectPlain(target: Target, options: ConnectionOptions, callback: Callback): TLSSocket {
  const socket = net.connect({ ...options, path: undefined, ...placeOf(target) } as NetConnectOpts);
  Object.assign(socket, { encrypted: true, authorized: true, alpnProtocol: 'http/1.1' });
  if (callback) socket.once('secureConnect', callback);
  return socket.once('connect', () => socket.emit('secureConnect')) as TLSSocket;
}

function placeOf({ hostname, port, isProcessorName }: Target): Partial<TcpNetConnectOpts> {
  return { host: hostname, port, ...(isProcessorName && { lookup: lookupPrivate }) };
}

function isPipe(options: object): boolean {
  return 'path' in options && typeof options.path === 'string';
}

/** As a failed connection does, after the caller has added its listeners. */
function destroySoon(socket: Socket, error: Error): Socket {
  process.nextTick(() => socket.destroy(error));
  return socket;
}

/** Reads `(options, callback)`, `(port, host, options, callback)` and shorter forms. */
function read<Options extends object>(args: readonly unknown[]): [Partial<Options>, Callback] {
  const [port, host] = args;
  const callback = args.find((arg) => typeof arg === 'function') as Callback;
  const objects = args.filter((arg): arg is Options => typeof arg === 'object');
  const places = {
    ...(['number', 'string'].includes(typeof port) && { port }),
    ...(typeof host === 'string' && { host }),
  };
  return [Object.assign(places, ...objects) as Partial<Options>, callback];
}
