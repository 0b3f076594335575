import { createHmac } from 'node:crypto';

/** Of a digest, in hex digits: 128 bits, which nobody guesses. */
const LENGTH = 32;

/** The keys of a sandbox in both modes. */
export interface SandboxKeys {
  readonly testPublic: string;
  readonly testSecret: string;
  readonly livePublic: string;
  readonly liveSecret: string;
}

/**
 * The keys of the sandbox `name` that was made with this `nonce`: the same each time they are asked for, though only their hashes are
 * stored. `secret` is base64.
 */
export function sandboxKeys(secret: string, name: string, nonce: string): SandboxKeys {
  const key = (prefix: string): string => {
    const digest = createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(JSON.stringify([prefix, name, nonce]))
      .digest('hex');
    return `${prefix}${digest.slice(0, LENGTH)}`;
  };
  return { testPublic: key('pkey_test_'), testSecret: key('skey_test_'), livePublic: key('pkey_'), liveSecret: key('skey_') };
}
