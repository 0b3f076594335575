import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What keeps a server from stopping: Node ends by itself only what is idle when it is closed. */
interface OpenConnections {
  /** Have never sent a request: nothing is lost when they are closed. */
  readonly silent: Set<Socket>;
  readonly unanswered: Set<ServerResponse>;
}

const openConnections = new WeakMap<Server, OpenConnections>();

/** Before the server answers anything: from now on {@link endConnections} can end what is open. */
export function trackConnections(server: Server): void {
  const silent = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  openConnections.set(server, { silent, unanswered });
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    silent.delete(req.socket);
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
    if (!server.listening) endsItsConnection(res);
  });
}

/**
 * For a server that has been closed: each answer still to come ends its connection, so that a busy client moves on instead of being cut
 * off, and an idle one is not waited for.
 */
export function endConnections(server: Server): void {
  const open = openConnections.get(server);
  for (const socket of open?.silent ?? []) socket.destroy();
  for (const res of open?.unanswered ?? []) endsItsConnection(res);
}

function endsItsConnection(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
