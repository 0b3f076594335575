import type { Server } from 'node:http';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';
import { mostOpenFiles } from '../process/open-files.js';

/** Hosts that may share a process, and the files that it opens besides: towards the database and receivers, for scrapers, its own. */
const HOSTS = 3;
const OTHER_FILES = 500;

/**
 * How many connections each host of a process takes that is asked for `wanted` and may have `openFiles`. Without a file left it could not
 * even load what it needs to read a request, and would refuse what is right.
 */
export function connectionsWithin(openFiles: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((openFiles - OTHER_FILES) / HOSTS)));
}

/**
 * Closes at once every connection that comes while there are `wanted`, or as many as files allow (docs/fidelity.md E17).
 * Whoever is connected is served on.
 */
export function limitConnections(server: Server, wanted: number, metrics: Metrics, log: Log): void {
  const { part } = metrics;
  const openFiles = mostOpenFiles();
  const most = connectionsWithin(openFiles, wanted);
  if (most < wanted) log.warn('MAX_CONNECTIONS is more than the open files allow', { connections: most, openFiles });
  const open = metrics.gauge('tollgate_http_connections', 'Open connections of clients.', ['part']);
  const limit = metrics.gauge('tollgate_http_connections_max', 'How many there may be.', ['part']);
  metrics.readBefore([open, limit], async () => {
    limit.set({ part }, most);
    open.set({ part }, await countOf(server));
  });
  const dropped = metrics.counter('tollgate_http_connections_dropped_total', 'Connections closed at once for being one too many.', [
    'part',
  ]);
  dropped.inc({ part }, 0);
  server.maxConnections = most;
  server.on('drop', () => dropped.inc({ part }));
}

function countOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
}
