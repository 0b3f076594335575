const HTTP_PORT = 80;
export const HTTPS_PORT = 443;
/** The names that the processor's clients, plugins and pages have built in. */
export const DEFAULT_NAMES = ['api', 'vault', 'pay', 'link', 'checkout-page', 'cdn', 'cdn2'].map((first) => `${first}.omise.co`);

/** How the API, the vault and the pages are served by name, beside their own ports (docs/fidelity.md H20). */
interface NameSettings {
  readonly tls: boolean;
  readonly tlsPort: number;
  readonly tlsNames: readonly string[];
  readonly namesPort: number | undefined;
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
