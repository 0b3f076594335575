import { createHmac, randomBytes } from 'node:crypto';

/** Characters of base 36 after the prefix, as in keys of the service (docs/fidelity.md K5): 98 bits. */
const LENGTH = 19;
const COUNT = 36n ** BigInt(LENGTH);
/**
 * Hex digits after the prefix in sandboxes whose nonce lacks {@link BASE_36}. Their keys stay as they are.
 */
const OLD_LENGTH = 32;
const BASE_36 = '36.';
const NONCE_BYTES = 16;

/** The keys of a sandbox in both modes. */
export interface SandboxKeys {
  readonly testPublic: string;
  readonly testSecret: string;
  readonly livePublic: string;
  readonly liveSecret: string;
}

export function newKeyNonce(): string {
  return `${BASE_36}${randomBytes(NONCE_BYTES).toString('hex')}`;
}

/**
 * The keys of the sandbox `name` that was made with this `nonce`: the same each time they are asked for,
 * though only their hashes are stored. `secret` is base64.
 */
export function sandboxKeys(secret: string, name: string, nonce: string): SandboxKeys {
  const key = (prefix: string): string => {
    const digest = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(JSON.stringify([prefix, name, nonce]))
      .digest('hex');
    return `${prefix}${nonce.startsWith(BASE_36) ? inBase36(digest) : digest.slice(0, OLD_LENGTH)}`;
  };
  return {
    testPublic: key('pkey_test_'),
    testSecret: key('skey_test_'),
    livePublic: key('pkey_'),
    liveSecret: key('skey_'),
  };
}

function inBase36(hex: string): string {
  return (BigInt(`0x${hex}`) % COUNT).toString(36).padStart(LENGTH, '0');
}
