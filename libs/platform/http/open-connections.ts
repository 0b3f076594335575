import { setMaxListeners } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';

/** The time without activity that counts as quiet. */
const QUIET_MS = 200;
/** The longest wait for a quiet moment under constant load. */
const DRAIN_MS = 1_000;
/** The time that a new connection may stay silent while the server stops. */
const SILENCE_MS = 1_000;
/** The most iterations of the event loop while connections are accepted, one in each. */
const MAX_ACCEPTING = 2_000;
/** Health checks are not held. */
const NEVER_HELD: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The state of a server's connections, as a graceful stop needs it. */
class ServerActivity {
  readonly connections = new Map<Socket, Connection>();
  unanswered = 0;
  /** Requests that wait for the listener to be closed before they are worked on. */
  readonly held: (() => void)[] = [];
  isStopping = false;
  isHolding = false;
  accepted = 0;
  readonly stopping = new AbortController();
  /** Incremented by each connection, request and response. */
  changes = 0;

  constructor() {
    // As many wait as there may be requests: Node would warn of a leak.
    setMaxListeners(0, this.stopping.signal);
  }
}

interface Connection {
  readonly since: number;
  /** In the order of their requests: several where the client pipelines. */
  readonly unanswered: Set<ServerResponse>;
  /** The bytes read when the last response was sent. More bytes mean another request. */
  bytesRead: number;
}

const activities = new WeakMap<Server, ServerActivity>();

/** Follows the connections of a server, for {@link drain}. Must be called before the server accepts any. */
export function trackConnections(server: Server): void {
  const activity = new ServerActivity();
  activities.set(server, activity);
  const { connections } = activity;
  server.on('connection', (socket: Socket) => {
    activity.accepted += 1;
    activity.changes += 1;
    connections.set(socket, { since: performance.now(), unanswered: new Set(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(socket);
    activity.changes += 1;
    activity.unanswered += 1;
    connection?.unanswered.add(res);
    res.once('close', () => {
      activity.changes += 1;
      activity.unanswered -= 1;
      connection?.unanswered.delete(res);
      if (connection) connection.bytesRead = socket.bytesRead;
    });
    if (activity.isStopping && connection) closeAfterLastAnswer(connection);
  });
}

export function isStopping(server: Server): boolean {
  return activities.get(server)?.isStopping ?? false;
}

/** Aborted when the server stops. */
export function stoppingOf(server: Server): AbortSignal {
  return (activities.get(server) ?? new ServerActivity()).stopping.signal;
}

/**
 * Middleware that lets requests wait while {@link drain} closes the listener. Nothing may have been read of
 * them.
 */
export function holdWhileClosing(server: Server): RequestHandler {
  return (req, res, next) => {
    const activity = activities.get(server);
    if (!activity?.isHolding || NEVER_HELD.has(req.path)) next();
    else activity.held.push(() => (res.closed ? undefined : next()));
  };
}

/**
 * Graceful shutdown: takes no more requests, drops none that has arrived, and resolves when every connection
 * has ended (docs/decisions/0016-graceful-shutdown.md).
 *
 * Closing a listener resets the connections that the kernel has accepted and the process has not. Ending a
 * kept-alive connection resets a request that is on its way. So both wait for a quiet moment, which comes
 * because requests are held meanwhile: a client that waits for an answer sends nothing. Each answer from now
 * on ends its connection.
 */
export async function drain(server: Server): Promise<void> {
  const activity = activities.get(server) ?? new ServerActivity();
  activity.isStopping = activity.isHolding = true;
  activity.stopping.abort();
  activity.connections.forEach(closeAfterLastAnswer);
  await acceptPending(activity);
  if (activity.connections.size > 0) await quiet(activity);
  await acceptPending(activity);
  // Not http's own close(), which also cuts off answers that their clients have not read yet.
  const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  // While their clients wait for answers too: one that has its answer may go on with another connection that
  // it keeps.
  endIdle(activity);
  activity.isHolding = false;
  for (const begin of activity.held.splice(0)) begin();
  // Connections of other listeners are not waited for.
  await Promise.all([closed, endAll(activity)]);
}

async function quiet(activity: ServerActivity): Promise<void> {
  let before: number;
  let waitedMs = 0;
  const isAtWork = (): boolean => activity.unanswered > activity.held.length;
  do {
    before = activity.changes;
    await pause(QUIET_MS);
    waitedMs += QUIET_MS;
  } while ((activity.changes !== before || isAtWork()) && waitedMs < DRAIN_MS);
}

/**
 * Also in a process that was kept from running meanwhile, what had come by the end of the pause has been
 * looked at after it.
 */
async function pause(ms: number): Promise<void> {
  await delay(ms);
  await nextIteration();
  await nextIteration();
}

/**
 * Resolves right after an iteration of the event loop that found no connection to accept, which is when the
 * listener can be closed.
 */
async function acceptPending(activity: ServerActivity): Promise<void> {
  // This iteration may have looked before.
  await nextIteration();
  let before: number;
  let iterations = 0;
  do {
    before = activity.accepted;
    await nextIteration();
    iterations += 1;
  } while (activity.accepted !== before && iterations < MAX_ACCEPTING);
}

/** Ends connections on which nothing came since their last answer, or for a while. */
function endIdle({ connections }: ServerActivity): void {
  for (const [socket, { since, unanswered, bytesRead }] of connections) {
    const isIdle = unanswered.size === 0 && socket.bytesRead === bytesRead;
    if (isIdle && (bytesRead > 0 || performance.now() - since > SILENCE_MS)) socket.destroy();
  }
}

/** Closes connections as they become idle, until none is left. */
async function endAll(activity: ServerActivity): Promise<void> {
  while (activity.connections.size > 0) {
    await pause(QUIET_MS);
    endIdle(activity);
  }
}

/** The last answer that a client waits for ends its connection, and none before. */
function closeAfterLastAnswer({ unanswered }: Connection): void {
  const open = [...unanswered].filter((res) => !res.headersSent);
  const last = open.pop();
  for (const earlier of open) earlier.removeHeader('Connection');
  last?.setHeader('Connection', 'close');
}
