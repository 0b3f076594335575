import type { Settings } from '#platform/config/settings.js';

/** Where a browser finds API, vault and pages. Addresses without a slash at their ends. */
export interface BrowserHosts {
  readonly vaultUrl: string;
  readonly cardHost: string;
  readonly interfaceUrl: string;
}

type Addresses = Pick<Settings, 'baseUrl' | 'vaultUrl' | 'payUrl'>;

/**
 * What the settings say; for a browser that asked by another name than that of the pages, those that are at the pages' name are at the other one too:
 * a phone that finds the shop at 192.168.1.5 finds the API there. `host` is the header.
 */
export function browserHosts(host: string | undefined, { baseUrl, vaultUrl, payUrl }: Addresses): BrowserHosts {
  const asked = hostnameOf(`http://${host ?? ''}`);
  const usual = hostnameOf(payUrl);
  const moved = (address: string): string => {
    if (asked === undefined || hostnameOf(address) !== usual) return address;
    const url = new URL(address);
    url.hostname = asked;
    return url.href.replace(/\/$/, '');
  };
  return { vaultUrl: moved(vaultUrl), cardHost: moved(payUrl), interfaceUrl: moved(baseUrl) };
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
