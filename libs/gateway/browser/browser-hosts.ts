import { hostnameOf } from '#platform/http/asked-name.js';
import type { Settings } from '#platform/config/settings.js';

/** Where a browser finds API, vault and pages. Addresses without a slash at their ends. */
export interface BrowserHosts {
  readonly vaultUrl: string;
  readonly cardHost: string;
  readonly interfaceUrl: string;
}

type Addresses = Pick<Settings, 'baseUrl' | 'vaultUrl' | 'payUrl' | 'apiPort' | 'vaultPort' | 'payPort' | 'tlsNames'>;

/**
 * What the settings say; for a browser that asked by another name than that of the pages, those that are at the pages' name are at the other one too:
 * a phone that finds the shop at 192.168.1.5 finds the API there. Those that have a name of the processor's are for browsers that asked by one: any other would
 * find the processor itself there, and has them at the ports beside. `host` is the header.
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
  return { vaultUrl: moved(vaultUrl, vaultPort), cardHost: moved(payUrl, payPort), interfaceUrl: moved(baseUrl, apiPort) };
}
