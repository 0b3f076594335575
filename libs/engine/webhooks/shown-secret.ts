import { patternOfKeys } from '#kernel/key-forms.js';
import { MASKED } from '#platform/logging/masking.js';

/** The text without a webhook secret that a receiver has shown, as text or as the bytes that sign. */
export function withoutWebhookSecret(text: string, secret: string): string {
  const bytes = Buffer.from(secret, 'base64').toString('hex');
  // PHP escapes slashes in JSON.
  const forms = [secret, bytes, secret.replaceAll('/', String.raw`\/`), encodeURIComponent(secret)];
  return text.replaceAll(patternOfKeys(forms), MASKED);
}
