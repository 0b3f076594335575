import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { Clock } from '#platform/clock/clock.js';
import type { Settings } from '#platform/config/settings.js';
import { listenAt } from '#platform/http/listen-address.js';
import { hostsByName, plainHosts, tlsHosts } from '#platform/http/named-hosts.js';
import { findCertificates } from '#platform/tls/certificate-files.js';

/** How long stopping waits for requests under way before it cuts them off. */
const CLOSE_TIMEOUT_MS = 10_000;

/** The hosts that are found by name. */
interface NamedHosts {
  readonly api: HttpServer;
  readonly vault: HttpServer;
  readonly pay: HttpServer;
}

/** What serves the hosts by name, if anything is to; `notes` says where, and whom clients are to trust. */
export interface NamedListeners {
  readonly notes: readonly string[];
  /** Takes no new connections. Those with TLS are the hosts' own, which end them. */
  close(): Promise<void>;
}

/** Serves API, vault and pages by name, beside their own ports: with TLS, and without at a port that is for all of them (docs/fidelity.md H20). */
export async function serveByName(settings: Settings, { api, vault, pay }: NamedHosts): Promise<NamedListeners> {
  const { tls, tlsPort, tlsNames, namesPort, host, dataDir, maxConnections } = settings;
  const hostOf = hostsByName(api, vault, pay, tlsNames);
  const servers: Server[] = [];
  const notes: string[] = [];
  const serve = async (server: Server, port: number, portSetting: string): Promise<void> => {
    server.maxConnections = maxConnections;
    await listenAt(server, { host, port, hostSetting: 'HOST', portSetting });
    servers.push(server);
  };
  if (tls) {
    const certificates = await findCertificates(dataDir, tlsNames, new Clock().machineNow());
    await serve(tlsHosts(certificates, hostOf), tlsPort, 'TLS_PORT');
    const { authorityFile } = certificates;
    notes.push(
      `TLS on ${host}:${tlsPort} for ${tlsNames.join(', ')}. Clients trust it by its authority (docs/clients.md):`,
      `  NODE_EXTRA_CA_CERTS=${authorityFile} SSL_CERT_FILE=${authorityFile} REQUESTS_CA_BUNDLE=${authorityFile}`,
    );
  }
  if (namesPort !== undefined) {
    await serve(plainHosts(hostOf), namesPort, 'NAMES_PORT');
    notes.push(`HTTP on ${host}:${namesPort} for ${tlsNames.join(', ')}`);
  }
  return { notes, close: async () => void (await Promise.all(servers.map(closeListener))) };
}

/** A listener that answers requests itself ends with the last of them; one that hands connections over waits for none. */
async function closeListener(server: Server): Promise<void> {
  server.close();
  if (!(server instanceof HttpServer)) return;
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await once(server, 'close');
  clearTimeout(cut);
}
