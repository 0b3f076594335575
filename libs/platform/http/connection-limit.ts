import type { Server } from 'node:http';
import type { Log } from '../logging/log.js';
import type { Metrics } from '../metrics/metrics.js';

/**
 * The most hosts in a process, and the files that it opens besides: connections to the database, to receivers
 * and of scrapers, and its own files.
 */
const HOSTS = 3;
const OTHER_FILES = 500;

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
}

let known: number | undefined;

/**
 * The connections that each host of a process accepts: `maxConnections`, or fewer if the process may open
 * only `openFiles` files. A process without free file descriptors cannot serve the requests that it has accepted.
 */
export function connectionsWithin(openFiles: number, maxConnections: number): number {
  return Math.max(1, Math.min(maxConnections, Math.floor((openFiles - OTHER_FILES) / HOSTS)));
}

/**
 * Closes new connections at once while there are `maxConnections`, or as many as files allow
 * (docs/fidelity.md E17). Existing connections are not affected.
 */
export function limitConnections(server: Server, maxConnections: number, metrics: Metrics, log: Log): void {
  const { part } = metrics;
  const openFiles = mostOpenFiles();
  const most = connectionsWithin(openFiles, maxConnections);
  if (most < maxConnections)
    log.warn('the limit of open files is too low for MAX_CONNECTIONS', { connections: most, openFiles });
  const open = metrics.gauge('tollgate_http_connections', 'Open client connections.', ['part']);
  const limit = metrics.gauge('tollgate_http_connections_max', 'Limit of open client connections.', ['part']);
  metrics.readBefore([open, limit], async () => {
    limit.set({ part }, most);
    open.set({ part }, await countOf(server));
  });
  const dropped = metrics.counter(
    'tollgate_http_connections_dropped_total',
    'Client connections closed because of the limit.',
    ['part'],
  );
  dropped.inc({ part }, 0);
  server.maxConnections = most;
  server.on('drop', () => dropped.inc({ part }));
}

function countOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/** The limit of open files and sockets. Node has raised it to the hard limit. */
export function mostOpenFiles(): number {
  // A report takes 30 ms and more.
  return (known ??= askReport());
}

function askReport(): number {
  // It would look up the names of whom the process is connected to.
  Object.assign(process.report, { excludeNetwork: true });
  const most = Number((process.report.getReport() as Report).userLimits?.open_files?.soft);
  return Number.isNaN(most) ? Infinity : most;
}
