/** A step of checking a signature: what is done, and what it gives. */
interface Step {
  readonly what: string;
  readonly gives: string;
}

/** The headers of a webhook that its signature is about. */
interface SignatureHeaders {
  readonly timestamp: string;
  /** `Tollgate-Time`. */
  readonly sandboxTime: string;
  /** Several while secrets are rotated. */
  readonly signatures: readonly string[];
}

/** A check of a signature. */
export interface Checked extends SignatureHeaders {
  readonly steps: readonly Step[];
  /** The signature by the secret of the sandbox; `undefined` where this page cannot compute it. */
  readonly expected: string | undefined;
  /** `undefined` where this page cannot tell. */
  readonly isGenuine: boolean | undefined;
}

export type SentHeaders = Readonly<Record<string, unknown>>;

export function signatureHeaders(headers: SentHeaders): SignatureHeaders {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return {
    timestamp: sent.get('omise-signature-timestamp') ?? '',
    sandboxTime: sent.get('tollgate-time') ?? '',
    signatures: (sent.get('omise-signature') ?? '').split(','),
  };
}

/**
 * Checks a webhook as its receiver does, step by step. Browsers compute digests only on pages of this machine
 * or behind TLS.
 */
export async function checkSignature(headers: SentHeaders, body: string, secret: string): Promise<Checked> {
  const sent = signatureHeaders(headers);
  const { timestamp, signatures } = sent;
  const steps: Step[] = [
    { what: 'Take the timestamp from Omise-Signature-Timestamp', gives: timestamp },
    { what: 'Concatenate timestamp, ".", raw body', gives: `${timestamp}.${body}` },
  ];
  // Pages that are neither of this machine nor behind TLS have none.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return { ...sent, steps, expected: undefined, isGenuine: undefined };
  const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digest = await subtle.sign('HMAC', key, new TextEncoder().encode(`${timestamp}.${body}`));
  const expected = inHex(digest);
  return {
    ...sent,
    steps: [
      ...steps,
      { what: 'HMAC-SHA256 with the Base64-decoded webhook secret, as hex', gives: expected },
      {
        what:
          signatures.length > 1
            ? 'Compare with each signature in Omise-Signature'
            : 'Compare with Omise-Signature',
        gives: signatures.join(','),
      },
    ],
    expected,
    isGenuine: signatures.includes(expected),
  };
}

/** The size and the digest of a text, which code can log for comparison. */
export async function fingerprintOf(
  text: string,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const bytes = new TextEncoder().encode(text);
  return { size: bytes.length, sha256: inHex(await crypto.subtle.digest('SHA-256', bytes)) };
}

function inHex(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
