import { mayListenOn } from './low-ports.js';
import * as read from './setting-readers.js';

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
/** For users who may not listen there. */
const OTHER_HTTPS_PORT = 7443;
/** The names that the processor's clients, plugins and pages have built in. */
const DEFAULT_NAMES = ['api', 'vault', 'pay', 'link', 'checkout-page', 'cdn', 'cdn2'].map((first) => `${first}.omise.co`);

/** How API, vault and pages are served by name, beside their own ports (docs/fidelity.md H20). */
export interface NameSettings {
  /** Whether they are with TLS. */
  readonly tls: boolean;
  readonly tlsPort: number;
  /** The names, in lower case. The first part says which host a name is of. */
  readonly tlsNames: readonly string[];
  /** The same without TLS; `undefined`: nowhere. */
  readonly namesPort: number | undefined;
}

/** Reads them by `get`, which reads one setting, or takes what is given for it. */
export function readNames(get: <T>(name: string, reader: read.Reader<T>, fallback: T) => T): NameSettings {
  return {
    tls: get('TLS', read.oneOf(['on', 'off']), 'off') === 'on',
    tlsPort: get('TLS_PORT', read.port, mayListenOn(HTTPS_PORT) ? HTTPS_PORT : OTHER_HTTPS_PORT),
    tlsNames: get('TLS_NAMES', read.domainNames, DEFAULT_NAMES),
    namesPort: get<number | undefined>('NAMES_PORT', read.port, undefined),
  };
}

const LINKED_HOSTS = { api: 'API', vault: 'vault', pay: 'pages' } as const;

/** What does not work with names of one's own, in sentences for whoever starts Tollgate. */
export function gapsIn(tlsNames: readonly string[]): string[] {
  const unlinked = Object.entries(LINKED_HOSTS).filter(([first]) => !tlsNames.some((name) => name.startsWith(`${first}.`)));
  const unserved = DEFAULT_NAMES.filter((name) => !tlsNames.includes(name));
  return [
    ...unlinked.map(
      ([first, host]) => `TLS_NAMES has no name that begins with "${first}.": links to the ${host} keep their plain address.`,
    ),
    ...(unserved.length > 0 ? [`Clients with built-in names do not come here for ${unserved.join(', ')}: TLS_NAMES leaves them out.`] : []),
  ];
}

/** The address, without a slash at its end, of the name that begins with `first`; `undefined` where there is none, or nothing is served by name. */
export function addressByName({ tls, tlsPort, tlsNames, namesPort }: NameSettings, first: string): string | undefined {
  const name = tlsNames.find((one) => one.startsWith(`${first}.`));
  if (name === undefined) return undefined;
  if (tls) return `https://${name}${tlsPort === HTTPS_PORT ? '' : `:${tlsPort}`}`;
  return namesPort === undefined ? undefined : `http://${name}${namesPort === HTTP_PORT ? '' : `:${namesPort}`}`;
}
