import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';

/** Nobody comes and nothing is answered for so long: whoever would have gone on at once has done so. */
const QUIET_MS = 200;
/** A load that never ends is not waited for any longer. */
const DRAIN_MS = 1_000;
/** Who was let in and has said nothing yet gets this long. */
const SILENCE_MS = 1_000;
/** One connection is let in at each. */
const MOST_TURNS = 2_000;
/** Who asks these wants to know now. */
const NEVER_HELD: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** What goes on at a server, as far as its end depends on it. */
class Traffic {
  readonly connections = new Map<Socket, Connection>();
  unanswered = 0;
  /** Requests that wait for the listener to be closed before they are worked on. */
  readonly held: (() => void)[] = [];
  isStopping = false;
  isHolding = false;
  /** How many connections were let in. */
  letIn = 0;
  /** How much has happened. */
  moves = 0;
}

interface Connection {
  readonly since: number;
  /** In the order of their requests: several where the client does not wait for an answer before it asks again. */
  readonly unanswered: Set<ServerResponse>;
  /** How much had been read of it when its last answer was made: what comes later is another request. */
  bytesRead: number;
}

const traffics = new WeakMap<Server, Traffic>();

/** Before the server answers anything: from now on {@link drain} can end what is open. */
export function trackConnections(server: Server): void {
  const traffic = new Traffic();
  traffics.set(server, traffic);
  const { connections } = traffic;
  server.on('connection', (socket: Socket) => {
    traffic.letIn += 1;
    traffic.moves += 1;
    connections.set(socket, { since: performance.now(), unanswered: new Set(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(socket);
    traffic.moves += 1;
    traffic.unanswered += 1;
    connection?.unanswered.add(res);
    res.once('close', () => {
      traffic.moves += 1;
      traffic.unanswered -= 1;
      connection?.unanswered.delete(res);
      if (connection) connection.bytesRead = socket.bytesRead;
    });
    if (traffic.isStopping && connection) endsWithLast(connection);
  });
}

/** Whether the server has been told to stop. */
export function isStopping(server: Server): boolean {
  return traffics.get(server)?.isStopping ?? false;
}

/** Lets requests wait while {@link drain} closes the listener. Nothing may have been read of them. */
export function holdWhileClosing(server: Server): RequestHandler {
  return (req, res, next) => {
    const traffic = traffics.get(server);
    if (!traffic?.isHolding || NEVER_HELD.has(req.path)) next();
    else traffic.held.push(() => (res.closed ? undefined : next()));
  };
}

/**
 * Stops taking requests, without dropping one that was let in, and resolves when every connection has ended.
 *
 * Closing a listener resets the connections that the system has let in and the process has not, and ending a kept-alive connection resets
 * a request that is on its way. So both wait until it is quiet. It becomes quiet because requests wait meanwhile too: who waits for an
 * answer does not come again. Each answer from now on ends its connection.
 */
export async function drain(server: Server): Promise<void> {
  const traffic = traffics.get(server) ?? new Traffic();
  traffic.isStopping = traffic.isHolding = true;
  traffic.connections.forEach(endsWithLast);
  await letAllIn(traffic);
  if (traffic.connections.size > 0) await quiet(traffic);
  await letAllIn(traffic);
  // Not http's own close(), which also cuts off answers that their clients have not taken yet.
  const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  // While their clients wait for answers too: one that has its answer may go on with another connection that it keeps.
  endIdle(traffic);
  traffic.isHolding = false;
  for (const begin of traffic.held.splice(0)) begin();
  void endAll(traffic);
  await closed;
}

async function quiet(traffic: Traffic): Promise<void> {
  let before: number;
  let waitedMs = 0;
  const isAtWork = (): boolean => traffic.unanswered > traffic.held.length;
  do {
    before = traffic.moves;
    await pause(QUIET_MS);
    waitedMs += QUIET_MS;
  } while ((traffic.moves !== before || isAtWork()) && waitedMs < DRAIN_MS);
}

/** Also in a process that was kept from running meanwhile, what had come by the end of the pause has been looked at after it. */
async function pause(ms: number): Promise<void> {
  await delay(ms);
  await turn();
  await turn();
}

/** Resolves right after a turn of the event loop that found nobody at the door, which is when the listener can be closed. */
async function letAllIn(traffic: Traffic): Promise<void> {
  // This turn may have looked before.
  await turn();
  let before: number;
  let turns = 0;
  do {
    before = traffic.letIn;
    await turn();
    turns += 1;
  } while (traffic.letIn !== before && turns < MOST_TURNS);
}

/** Ends connections on which nothing came since their last answer, or for a while. */
function endIdle({ connections }: Traffic): void {
  for (const [socket, { since, unanswered, bytesRead }] of connections) {
    const isIdle = unanswered.size === 0 && socket.bytesRead === bytesRead;
    if (isIdle && (bytesRead > 0 || performance.now() - since > SILENCE_MS)) socket.destroy();
  }
}

/** Ends connections as they become idle, until there is none. */
async function endAll(traffic: Traffic): Promise<void> {
  while (traffic.connections.size > 0) {
    await pause(QUIET_MS);
    endIdle(traffic);
  }
}

/** The last answer that is owed to a client ends its connection, and none before. */
function endsWithLast({ unanswered }: Connection): void {
  const owed = [...unanswered].filter((res) => !res.headersSent);
  const last = owed.pop();
  for (const earlier of owed) earlier.removeHeader('Connection');
  last?.setHeader('Connection', 'close');
}
