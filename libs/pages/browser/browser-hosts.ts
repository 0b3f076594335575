import { hostnameOf } from '#platform/http/request-host.js';
import type { Settings } from '#platform/config/settings.js';

/** The addresses of API, vault and pages for a browser, without a final slash. */
export interface BrowserHosts {
  readonly vaultUrl: string;
  readonly cardHost: string;
  readonly interfaceUrl: string;
}

type Addresses = Pick<
  Settings,
  'baseUrl' | 'vaultUrl' | 'payUrl' | 'apiPort' | 'vaultPort' | 'payPort' | 'tlsNames'
>;

/**
 * The addresses of the settings, adapted to the `Host` header. If a browser uses another name than the
 * pages', hosts at the pages' name move to that name: a phone that opens the shop at 192.168.1.5 finds the
 * API there. Names of the processor (`TLS_NAMES`) are used only if the browser used one of them, since other
 * browsers would reach the processor itself; they get the ports beside.
 */
export function browserHosts(host: string | undefined, settings: Addresses): BrowserHosts {
  const { baseUrl, vaultUrl, payUrl, apiPort, vaultPort, payPort, tlsNames } = settings;
  const asked = hostnameOf(`http://${host ?? ''}`);
  const usual = hostnameOf(payUrl);
  const isNamed = (name: string | undefined): boolean => name !== undefined && tlsNames.includes(name);
  const moved = (address: string, port: number): string => {
    if (asked === undefined) return address;
    if (isNamed(hostnameOf(address)) && !isNamed(asked)) return `http://${asked}:${port}`;
    if (isNamed(asked) || hostnameOf(address) !== usual) return address;
    const url = new URL(address);
    url.hostname = asked;
    return url.href.replace(/\/$/, '');
  };
  return {
    vaultUrl: moved(vaultUrl, vaultPort),
    cardHost: moved(payUrl, payPort),
    interfaceUrl: moved(baseUrl, apiPort),
  };
}
