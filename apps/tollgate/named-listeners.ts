import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { Clock } from '#platform/clock/clock.js';
import { gapsIn } from '#platform/config/name-settings.js';
import type { Settings } from '#platform/config/settings.js';
import { closeServer } from '#platform/http/http-app.js';
import { listenAt } from '#platform/http/listen-address.js';
import { hostsByName, plainHosts, tlsHosts, type HostOf } from '#platform/http/named-hosts.js';

/** The hosts that are found by name. */
interface NamedHosts {
  readonly api: HttpServer;
  readonly vault: HttpServer;
  readonly pay: HttpServer;
}

/** An address to listen on, and its hosts. */
interface Place {
  readonly host: string;
  readonly hostSetting: string;
  readonly hostOf: HostOf;
}

/**
 * Serves API, vault and pages by name, beside their own ports: with TLS, and without at a port that is for
 * all of them (docs/fidelity.md H20). Returns notes for the start-up output: the addresses and the
 * certificate authority. The closer of each listener is added to `closers`, also when a later one fails. It
 * stops accepting connections and finishes requests without TLS. The hosts finish those with TLS.
 */
export async function serveByName(
  settings: Settings,
  hosts: NamedHosts,
  closers: (() => Promise<void>)[],
): Promise<readonly string[]> {
  const { tls, tlsPort, tlsNames, namesPort, dataDir, maxConnections } = settings;
  const places = placesOf(settings, hosts);
  const where = (port: number): string => places.map(({ host }) => `${host}:${port}`).join(' and ');
  const notes: string[] = [];
  const serve = async (
    open: (hostOf: HostOf) => [Server, () => Promise<void>],
    port: number,
    portSetting: string,
  ): Promise<void> => {
    for (const { host, hostSetting, hostOf } of places) {
      const [server, close] = open(hostOf);
      server.maxConnections = maxConnections;
      await listenAt(server, { host, port, hostSetting, portSetting });
      closers.push(close);
    }
  };
  if (tls) {
    // Loaded on demand: much code that few use.
    const { findCertificates } = await import('#platform/tls/certificate-files.js');
    const certificates = await findCertificates(dataDir, tlsNames, new Clock().machineNow());
    const withTls = (hostOf: HostOf): [Server, () => Promise<void>] => {
      const server = tlsHosts(certificates, hostOf);
      return [server, () => Promise.resolve(void server.close())];
    };
    await serve(withTls, tlsPort, 'TLS_PORT');
    const { authorityFile, javaTrustStore, isNewAuthority } = certificates;
    notes.push(
      `TLS on ${where(tlsPort)} for ${tlsNames.join(', ')}. Clients must trust the ${isNewAuthority ? 'new ' : ''}certificate authority (docs/clients.md):`,
      `  NODE_EXTRA_CA_CERTS=${authorityFile} SSL_CERT_FILE=${authorityFile} REQUESTS_CA_BUNDLE=${authorityFile}`,
      `  JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=${javaTrustStore}`,
    );
  }
  if (namesPort !== undefined) {
    const withoutTls = (hostOf: HostOf): [Server, () => Promise<void>] => {
      const server = plainHosts(hostOf);
      return [server, () => closeServer(server)];
    };
    await serve(withoutTls, namesPort, 'NAMES_PORT');
    notes.push(`HTTP on ${where(namesPort)} for ${tlsNames.join(', ')}`);
  }
  if (closers.length > 0) notes.push(...gapsIn(tlsNames));
  return notes;
}

/** The vault has its own listener if its address differs. */
function placesOf(
  { host, vaultHost, tlsNames }: Settings,
  { api, vault, pay }: NamedHosts,
): readonly Place[] {
  if (host === vaultHost)
    return [{ host, hostSetting: 'HOST', hostOf: hostsByName(api, vault, pay, tlsNames) }];
  return [
    { host, hostSetting: 'HOST', hostOf: hostsByName(api, undefined, pay, tlsNames) },
    { host: vaultHost, hostSetting: 'VAULT_HOST', hostOf: () => vault },
  ];
}
