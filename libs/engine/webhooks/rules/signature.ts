import { createHmac } from 'node:crypto';
import { SECOND_MS } from '#kernel/time.js';

/** The headers that prove a webhook came from this gateway (docs/fidelity.md W3). */
export interface SignatureHeaders {
  'Omise-Signature': string;
  'Omise-Signature-Timestamp': string;
}

/**
 * Signs the exact bytes of `body`: HMAC-SHA256 in lower-case hex over `<unix seconds>.<body>`,
 * with the base64-decoded `secret` as the key.
 */
export function sign(body: string, secret: string, now: Date): SignatureHeaders {
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS));
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${body}`)
    .digest('hex');
  return { 'Omise-Signature': signature, 'Omise-Signature-Timestamp': timestamp };
}
