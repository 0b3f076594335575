import { createHmac } from 'node:crypto';

/**
 * Equal for two tokens of one number, different between accounts: HMAC-SHA256 of account and number, as
 * base64, with the base64-decoded `secret` as the key (docs/fidelity.md T6). The number cannot be computed
 * from it without the secret.
 */
export function cardFingerprint(secret: string, accountId: string, number: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${accountId}:${number}`)
    .digest('base64');
}
