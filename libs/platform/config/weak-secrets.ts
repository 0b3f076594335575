import { DEMO_WEBHOOK_SECRET } from '#kernel/demo-secret.js';
import { isLoopback } from './setting-types.js';

/** Published keys, which are rejected if other machines can reach Tollgate. */
export const DEMO_KEYS = {
  testPublic: 'pkey_test_tollgate',
  testSecret: 'skey_test_tollgate',
  livePublic: 'pkey_tollgate',
  liveSecret: 'skey_tollgate',
} as const;

/** The shortest key, without its prefix, that cannot be guessed. */
const MIN_KEY_CHARACTERS = 20;
const PREFIX = /^[a-z]+_(test_)?/;
const KEY_NAMES = [
  ['testPublic', 'TEST_PUBLIC_KEY'],
  ['testSecret', 'TEST_SECRET_KEY'],
  ['livePublic', 'LIVE_PUBLIC_KEY'],
  ['liveSecret', 'LIVE_SECRET_KEY'],
] as const;

export interface ListeningSettings {
  readonly host: string;
  readonly vaultHost: string;
  readonly keys: Readonly<Record<(typeof KEY_NAMES)[number][0], string>>;
  readonly webhookSecret: string;
}

/** A published or short secret on an address that other machines can reach. */
export interface WeakSecret {
  readonly setting: string;
  /** The problem, without the secret. */
  readonly problem: string;
  readonly remedy: string;
}

/** The secrets that are too weak for the listening addresses; none on loopback addresses. */
export function weakSecrets({ host, vaultHost, keys, webhookSecret }: ListeningSettings): WeakSecret[] {
  const [setting, open] = isLoopback(host) ? ['VAULT_HOST', vaultHost] : ['HOST', host];
  if (isLoopback(open)) return [];
  const reachable = `but other machines can reach ${setting} ${open}`;
  const weak = KEY_NAMES.flatMap(([key, name]): WeakSecret[] => {
    const problem = keyProblem(keys[key]);
    return problem === undefined
      ? []
      : [{ setting: name, problem: `${problem}, ${reachable}`, remedy: 'set your own key' }];
  });
  if (webhookSecret !== DEMO_WEBHOOK_SECRET) return weak;
  const problem = `is the published demo secret, ${reachable}`;
  return [...weak, { setting: 'WEBHOOK_SECRET', problem, remedy: 'set your own secret' }];
}

function keyProblem(key: string): string | undefined {
  if ((Object.values(DEMO_KEYS) as string[]).includes(key)) return 'is the published demo key';
  const { length } = key.replace(PREFIX, '');
  return length < MIN_KEY_CHARACTERS
    ? `has only ${length} characters after its prefix (minimum ${MIN_KEY_CHARACTERS})`
    : undefined;
}
