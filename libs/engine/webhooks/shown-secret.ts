import { patternOfKeys } from '#kernel/key-forms.js';
import { MASKED } from '#platform/logging/masking.js';

/** Masks a webhook secret that a receiver has shown in a text, as text or as the bytes that sign. */
export function withoutWebhookSecret(secret: string): (text: string) => string {
  const bytes = Buffer.from(secret, 'base64').toString('hex');
  // PHP escapes slashes in JSON.
  const forms = [secret, bytes, secret.replaceAll('/', String.raw`\/`), encodeURIComponent(secret)];
  const pattern = patternOfKeys(forms);
  return (text) => text.replaceAll(pattern, MASKED);
}
