import { isLoopback } from './setting-types.js';

/** What everyone knows, and what is therefore refused where others can reach it. */
export const DEMO_KEYS = {
  testPublic: 'pkey_test_tollgate',
  testSecret: 'skey_test_tollgate',
  livePublic: 'pkey_tollgate',
  liveSecret: 'skey_tollgate',
} as const;
/** `tollgate-webhook-secret-for-demos`, base64. */
export const DEMO_WEBHOOK_SECRET = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z';

/** A key that nobody guesses has as many characters after its prefix. */
const MIN_KEY_CHARACTERS = 20;
const PREFIX = /^[a-z]+_(test_)?/;
const KEY_NAMES = [
  ['testPublic', 'TEST_PUBLIC_KEY'],
  ['testSecret', 'TEST_SECRET_KEY'],
  ['livePublic', 'LIVE_PUBLIC_KEY'],
  ['liveSecret', 'LIVE_SECRET_KEY'],
] as const;

/** Where Tollgate listens, and with which secrets. */
export interface ListeningSettings {
  readonly host: string;
  readonly vaultHost: string;
  readonly keys: Readonly<Record<(typeof KEY_NAMES)[number][0], string>>;
  readonly webhookSecret: string;
}

/** A secret that is too well known, or too short, for an address that others can reach. */
export interface WeakSecret {
  /** The name of the setting. */
  readonly setting: string;
  /** What is wrong, without repeating the secret, and who can make use of it. */
  readonly problem: string;
  readonly remedy: string;
}

/** Every secret that is too weak for where Tollgate listens; none of them is where only this machine can reach it. */
export function weakSecrets({ host, vaultHost, keys, webhookSecret }: ListeningSettings): WeakSecret[] {
  const [setting, open] = isLoopback(host) ? ['VAULT_HOST', vaultHost] : ['HOST', host];
  if (isLoopback(open)) return [];
  const reachable = `and ${setting} ${open} can be reached by others`;
  const weak = KEY_NAMES.flatMap(([key, name]): WeakSecret[] => {
    const problem = keyProblem(keys[key]);
    return problem === undefined ? [] : [{ setting: name, problem: `${problem}, ${reachable}`, remedy: 'set a key of your own' }];
  });
  if (webhookSecret !== DEMO_WEBHOOK_SECRET) return weak;
  const problem = `is the demo secret that everyone knows, ${reachable}`;
  return [...weak, { setting: 'WEBHOOK_SECRET', problem, remedy: 'set a secret of your own' }];
}

function keyProblem(key: string): string | undefined {
  if ((Object.values(DEMO_KEYS) as string[]).includes(key)) return 'is the demo key that everyone knows';
  const { length } = key.replace(PREFIX, '');
  return length < MIN_KEY_CHARACTERS ? `has ${length} characters after its prefix instead of at least ${MIN_KEY_CHARACTERS}` : undefined;
}
