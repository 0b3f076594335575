// Loaded before a program of Tollgate (`watched`): compares all responses of the process with the OpenAPI
// document.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadEnvironment } from '../../libs/platform/config/environment.js';
import { readSettings, type Settings } from '../../libs/platform/config/settings.js';
import { watchExchange, type Host } from './contract.js';

const file = new URL(import.meta.url).searchParams.get('breaches') ?? '';
const HOSTS: readonly Host[] = ['api', 'vault', 'pay', 'control'];
let settings: Settings | undefined;

/**
 * Which host listens at a port. Not asked for before something is served: a bad setting is for the program
 * itself to find.
 */
function hostAt(port: number | undefined): Host | undefined {
  settings ??= readSettings(loadEnvironment());
  return HOSTS.find((host) => settings?.[`${host}Port`] === port);
}

const reported = new Set<string>();

/** At once and for good: the process may be killed at any moment. */
function report(breach: string): void {
  if (reported.has(breach)) return;
  reported.add(breach);
  appendFileSync(file, `${breach}\n`);
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  // Metrics, on a port of their own, are not of the API.
  const host = hostAt(request.socket.localPort);
  if (host) watchExchange(host, request, response, report);
});
