import { createHmac } from 'node:crypto';

/**
 * Equal for two tokens of one number, different between accounts: HMAC-SHA256 of account and number, as
 * base64, with the base64-decoded `secret` as the key (docs/fidelity.md T6). The number cannot be computed
 * from it without the secret. `account` is the account's id or the seed of its ids.
 */
export function cardFingerprint(secret: string, account: string, number: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(`${account}:${number}`).digest('base64');
}
