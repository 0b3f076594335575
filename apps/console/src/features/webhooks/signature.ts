/** A step of checking a signature: what is done, and what it gives. */
interface Step {
  readonly what: string;
  readonly gives: string;
}

/** How a signature was checked; `isGenuine` is `undefined` where this page cannot tell. */
export interface Checked {
  readonly steps: readonly Step[];
  readonly isGenuine: boolean | undefined;
}

const HEADER = 'omise-signature';
const TIME_HEADER = 'omise-signature-timestamp';

/**
 * Checks a webhook as its receiver does, step by step. Browsers compute digests only on pages of this machine
 * or behind TLS.
 */
export async function checkSignature(
  headers: Readonly<Record<string, unknown>>,
  body: string,
  secret: string,
): Promise<Checked> {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const [timestamp = '', signature = ''] = [sent.get(TIME_HEADER), sent.get(HEADER)];
  const steps: Step[] = [
    { what: 'Take the timestamp from Omise-Signature-Timestamp', gives: timestamp },
    { what: 'Concatenate timestamp, ".", raw body', gives: `${timestamp}.${body}` },
  ];
  // Pages that are neither of this machine nor behind TLS have none.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return { steps, isGenuine: undefined };
  const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digest = await subtle.sign('HMAC', key, new TextEncoder().encode(`${timestamp}.${body}`));
  const expected = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const given = signature.split(',');
  return {
    steps: [
      ...steps,
      { what: 'HMAC-SHA256 with the Base64-decoded secret, as hex', gives: expected },
      { what: 'Compare with Omise-Signature', gives: signature },
    ],
    isGenuine: given.includes(expected),
  };
}
