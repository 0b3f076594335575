import { createServer, type Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Identity } from '../tls/certificates.js';
import { trackConnections } from './open-connections.js';
import { protectFromClients } from './slow-clients.js';

/** A client gets this long to greet. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Which host answers for a name; for one that is not known, and without any, the first of them. */
export type HostOf = (name: string | undefined) => HttpServer;

/**
 * The first part of a name says which host it is of: the API, the vault, or the pages, which have all others.
 * Without a vault its names are as any other.
 */
export function hostsByName(
  api: HttpServer,
  vault: HttpServer | undefined,
  pay: HttpServer,
  names: readonly string[],
): HostOf {
  const known = new Set(names);
  return (servername) => {
    const name = servername?.toLowerCase().replace(/\.$/, '');
    if (name === undefined || !known.has(name)) return api;
    const [first] = name.split('.');
    return first === 'api' ? api : first === 'vault' ? (vault ?? api) : pay;
  };
}

/**
 * Takes TLS connections for several hosts at one port, each told by the name that its client asks for. They
 * are the host's own from then on.
 */
export function tlsHosts({ certificate, key }: Identity, hostOf: HostOf): Server {
  const options = {
    cert: certificate,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  } as const;
  const server = createTlsServer(options, (socket) => {
    const { servername } = socket as { readonly servername?: string | false };
    hostOf(servername || undefined).emit('connection', socket);
  });
  // A client that does not trust the authority ends the handshake and reports it itself.
  return server.on('tlsClientError', (_error, socket) => socket.destroy());
}

/** The same without TLS, by the Host of each request. `drain` stops it. */
export function plainHosts(hostOf: HostOf): HttpServer {
  const server = createServer();
  trackConnections(server);
  server.on('request', (req, res) => {
    const name = req.headers.host?.replace(/:\d*$/, '');
    hostOf(name).emit('request', req, res);
  });
  return protectFromClients(server);
}
