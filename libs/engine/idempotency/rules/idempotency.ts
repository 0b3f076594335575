import { createHash, createHmac } from 'node:crypto';

/** Time during which the first answer is replayed, by the account's clock (docs/fidelity.md N1). */
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1_000;

const MAX_KEY_LENGTH = 255;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** Two requests with equal fields are the same request (docs/fidelity.md N3). */
export interface RequestIdentity {
  readonly method: string;
  readonly path: string;
  /** As they were parsed: a form and a JSON body differ where a number came as text. */
  readonly query: unknown;
  readonly body: unknown;
  readonly apiVersion: string;
  readonly file?: { readonly name: string; readonly content: Uint8Array } | undefined;
}

/** Validates the `Idempotency-Key` header (docs/fidelity.md N7). */
export function idempotencyKeyProblem(key: string): string | undefined {
  if (key.length <= MAX_KEY_LENGTH && PRINTABLE_ASCII.test(key)) return undefined;
  return `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} printable ASCII characters`;
}

/**
 * Stored instead of the key, which may contain anything: HMAC-SHA256 with the base64-decoded `secret`, as
 * base64.
 */
export function idempotencyKeyHash(secret: string, key: string): string {
  return keyedHash(secret, `key:${key}`);
}

/**
 * Equal for equal requests, whatever the order of their parameters. The body, which may contain a card
 * number, cannot be computed from it.
 */
export function requestFingerprint(
  secret: string,
  { method, path, query, body, apiVersion, file }: RequestIdentity,
): string {
  const content = file && [file.name, createHash('sha256').update(file.content).digest('base64')];
  return keyedHash(
    secret,
    `request:${JSON.stringify(sorted([method, path, query ?? {}, body ?? {}, apiVersion, content]))}`,
  );
}

function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
}

/** The value with the names of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, sorted(child)]));
}
