import { DEFAULT_NAMES } from '#platform/config/name-settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Address of a host of Tollgate. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The value of the Host header. */
  readonly host: string;
  /** True if only a private network resolves the hostname to Tollgate (docs/compose-names.md). */
  readonly isProcessorName: boolean;
}

/** An error if the environment lacks the address; undefined for other hosts. */
export type Found = Target | Error | undefined;

const ADDRESSES = ['TOLLGATE_API_URL', 'TOLLGATE_VAULT_URL', 'TOLLGATE_PAY_URL'] as const;

/**
 * The target of one of the processor's names, or of an address of Tollgate in one text, `127.0.0.1:7400`: the
 * `host` option of a request has no place for a port.
 */
export function targetOf(host: string, environment: Environment): Found {
  const text = host.toLowerCase();
  const name = text.replace(/:\d+$/, '').replace(/\.$/, '');
  if (DEFAULT_NAMES.includes(name)) return targetOfName(name, environment);
  const isWithPort = /^[^:]+:\d+$/.test(text);
  return isWithPort ? targetOfAddress(text, environment) : undefined;
}

function targetOfName(name: string, environment: Environment): Target | Error {
  const variable = `TOLLGATE_${{ api: 'API', vault: 'VAULT' }[name.split('.')[0] ?? ''] ?? 'PAY'}_URL`;
  const value = environment[variable];
  if (!value) return new Error(`${name} is not called: ${variable} is not set to an address of Tollgate`);
  return (
    parse(value) ??
    new Error(`${name} is not called: ${variable} must be an http or https address without a path`)
  );
}

function targetOfAddress(text: string, environment: Environment): Target | undefined {
  const wanted = text.replace(/^localhost:/, '127.0.0.1:');
  return ADDRESSES.map((variable) => parse(environment[variable] ?? '')).find(
    (target) => target && `${target.hostname}:${target.port}` === wanted,
  );
}

/** Undefined for other texts, and for an address with a path: a connection cannot have one. */
function parse(address: string): Target | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const isTls = protocol === 'https:';
  if ((!isTls && protocol !== 'http:') || pathname !== '/') return undefined;
  return {
    // Without the brackets of IPv6.
    hostname: hostname.replace(/^\[|\]$/g, '').replace(/^localhost$/, '127.0.0.1'),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
    host,
    isProcessorName: DEFAULT_NAMES.includes(hostname),
  };
}
