const HTTP_PORT = 80;
export const HTTPS_PORT = 443;
/** The names that the processor's clients, plugins and pages have built in. */
export const DEFAULT_NAMES = ['api', 'vault', 'pay', 'link', 'checkout-page', 'cdn', 'cdn2'].map(
  (first) => `${first}.omise.co`,
);

/** Settings of the listeners that find hosts by name (docs/fidelity.md H20). */
interface NameSettings {
  readonly tls: boolean;
  readonly tlsPort: number;
  readonly tlsNames: readonly string[];
  readonly namesPort: number | undefined;
}

const LINKED_HOSTS = { api: 'API', vault: 'vault', pay: 'pages' } as const;

/** Warnings about custom names, for the start-up output. */
export function gapsIn(tlsNames: readonly string[]): string[] {
  const unlinked = Object.entries(LINKED_HOSTS).filter(
    ([first]) => !tlsNames.some((name) => name.startsWith(`${first}.`)),
  );
  const unserved = DEFAULT_NAMES.filter((name) => !tlsNames.includes(name));
  return [
    ...unlinked.map(
      ([first, host]) =>
        `TLS_NAMES has no name that begins with "${first}.": links to the ${host} use host and port.`,
    ),
    ...(unserved.length > 0
      ? [`TLS_NAMES lacks ${unserved.join(', ')}: clients with these built-in names cannot use Tollgate.`]
      : []),
  ];
}

/**
 * The address, without a trailing slash, of the name that begins with `first`; `undefined` without such a
 * name or listener.
 */
export function addressByName(
  { tls, tlsPort, tlsNames, namesPort }: NameSettings,
  first: string,
): string | undefined {
  const name = tlsNames.find((one) => one.startsWith(`${first}.`));
  if (name === undefined) return undefined;
  if (tls) return `https://${name}${tlsPort === HTTPS_PORT ? '' : `:${tlsPort}`}`;
  return namesPort === undefined
    ? undefined
    : `http://${name}${namesPort === HTTP_PORT ? '' : `:${namesPort}`}`;
}
