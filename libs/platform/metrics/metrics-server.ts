import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Settings } from '../config/settings.js';
import { listenAt, metricsAddress } from '../http/listen-address.js';
import type { Exposition } from './exposition.js';

/** Scrapers are few and fast. */
const REQUEST_TIMEOUT_MS = 5_000;
const LOOK_INTERVAL_MS = 1_000;
const MAX_CONNECTIONS = 50;

/** Serves `GET /metrics` where the settings say, if they do; answers with what stops it. */
export async function serveMetrics(exposition: Exposition, settings: Settings): Promise<() => Promise<void>> {
  const address = metricsAddress(settings);
  if (!address) return () => Promise.resolve();
  exposition.watchProcess();
  const server = createServer({ connectionsCheckingInterval: LOOK_INTERVAL_MS }, (req, res) => {
    answer(exposition, req, res).catch(() => res.writeHead(500).end());
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await listenAt(server, address);
  return () => close(server);
}

async function answer(exposition: Exposition, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== 'GET' || req.url !== '/metrics') {
    res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('GET /metrics is all there is\n');
    return;
  }
  res.setHeader('Content-Type', exposition.registry.contentType);
  res.end(await exposition.text());
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
