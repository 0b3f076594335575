/** Addresses of API and vault, and of the library's pages. */
export interface Hosts {
  readonly vaultUrl: string;
  readonly cardHost: string;
  readonly interfaceUrl: string;
}

/** Defined by the pay host around the scripts that it serves (libs/pages/browser/browser.controller.ts). */
declare const TOLLGATE_HOSTS: Hosts;

/** The pages are beside the script; the pay host knows the rest. */
export function readHosts(): Hosts {
  const script = document.currentScript;
  const cardHost =
    script instanceof HTMLScriptElement && script.src !== ''
      ? new URL('.', script.src).href.replace(/\/$/, '')
      : TOLLGATE_HOSTS.cardHost;
  return { ...TOLLGATE_HOSTS, cardHost };
}
