import { EXIT, Failure } from '../failure.js';
import { LiveSide } from './live-side.js';
import { valueAt } from './paths.js';
import { RecordedSide, type Profile } from './recording.js';
import type { OtherSide } from './run.js';

/** Options, or variables of the environment. */
export interface OtherOptions {
  readonly against?: string;
  readonly vault?: string;
  readonly pay?: string;
  readonly publicKey?: string;
  readonly secretKey?: string;
}

/** The side that Tollgate is compared with. */
export interface Other {
  /** Its address or folder. */
  readonly name: string;
  /** True if requests are sent to it over a network. */
  readonly isRemote: boolean;
  readonly isRecorded: boolean;
  readonly side: OtherSide;
  /** Asks for its account. Throws a {@link Failure} if a key does not open it. */
  profile(): Promise<Profile>;
}

/** Validates everything before a request is sent. */
export function otherOf({ against, vault, pay, publicKey, secretKey }: OtherOptions): Other {
  if (!against) throw new Failure('--against must name an address or the folder of a recording', EXIT.usage);
  if (!/^[a-z]+:\/\//i.test(against)) return recorded(against);
  const api = addressOf('--against', against);
  const access = {
    api: api.href,
    vault: addressOf('--vault', vault).href,
    pay: pay === undefined ? undefined : addressOf('--pay', pay).href,
    publicKey: testKey('public', publicKey),
    secretKey: testKey('secret', secretKey),
  };
  const side = new LiveSide(access);
  return {
    name: access.api,
    isRemote: !api.isLoopback,
    isRecorded: false,
    side,
    profile: () => profileOf(side, access.api),
  };
}

function recorded(folder: string): Other {
  const side = new RecordedSide(folder);
  return {
    name: folder,
    isRemote: false,
    isRecorded: true,
    side,
    profile: () => Promise.resolve(side.about),
  };
}

/**
 * Only what begins like a test key: a live key has no `_test_`, and moves money. `variable` may have it in the
 * environment.
 */
export function testKey(
  kind: 'public' | 'secret',
  key: string | undefined,
  variable = `TOLLGATE_PARITY_${kind.toUpperCase()}_KEY`,
): string {
  const prefix = `${kind[0]}key_test_`;
  if (!key)
    throw new Failure(`the ${kind} test key is missing: set ${variable} or --${kind}-key`, EXIT.usage);
  if (!new RegExp(`^${prefix}\\w+$`).test(key))
    throw new Failure(
      `the ${kind} key does not begin with ${prefix}; live keys are refused, and nothing was sent`,
      EXIT.usage,
    );
  return key;
}

export function addressOf(option: string, text = ''): { href: string; isLoopback: boolean } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Failure(`${option} must be an http or https address without user name and query`, EXIT.usage);
  return {
    href: url.href.replace(/\/+$/, ''),
    isLoopback: /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname),
  };
}

async function profileOf(side: LiveSide, api: string): Promise<Profile> {
  const account = await side.send({ name: 'account', request: 'GET /account', row: 'A1' });
  const capability = await side.send({
    name: 'capability',
    request: 'GET /capability',
    key: 'public',
    row: 'Q1',
  });
  for (const [kind, { status }] of [['secret', account] as const, ['public', capability] as const])
    if (status !== 200) throw new Failure(`${api} refuses the ${kind} key (${status})`, EXIT.forbidden);
  if (valueAt(account.body, 'livemode') !== false)
    throw new Failure(`${api} does not say that the account is in test mode`, EXIT.forbidden);
  const [country, currency] = ['country', 'currency'].map((name) => valueAt(account.body, name));
  if (typeof country !== 'string' || typeof currency !== 'string')
    throw new Failure(`${api} does not name the country and currency of the account`, EXIT.forbidden);
  return { country, currency };
}
