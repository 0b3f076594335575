import type { ComputedSignature } from './computed-signature';
import {
  changesOf,
  encoded,
  rightRule,
  type Change,
  type Rule,
  type SignatureMistake,
  type SignedWebhook,
} from './signature-changes';

/**
 * The mistakes that give this value instead of the signature: none if it is the signature, `undefined` if no
 * usual mistake and no two of them give it.
 */
export async function findMistakes(
  { bytes, mistakes: written }: ComputedSignature,
  webhook: SignedWebhook,
): Promise<readonly SignatureMistake[] | undefined> {
  const keys = new Map<Uint8Array<ArrayBuffer>, CryptoKey>();
  const right = rightRule(webhook);
  const changes = changesOf(webhook);
  for (const [hash, length] of HASHES) {
    if (length !== bytes.length) continue;
    const other = hash === 'SHA-256' ? [] : [usingOtherHash(hash)];
    for (const tried of combinations(changes)) {
      const rule = Object.assign({}, right, ...tried.map((change) => change.rule)) as Rule;
      if (isSame(await digest(rule, hash, keys), bytes))
        return [...other, ...tried, ...written].map(toMistake);
    }
  }
  return undefined;
}

const HASHES = [
  ['SHA-256', 32],
  ['SHA-1', 20],
  ['SHA-512', 64],
] as const;

function usingOtherHash(hash: string): SignatureMistake {
  return { part: 'hash', says: `Your code uses ${hash}; use SHA-256.` };
}

function toMistake({ part, says }: SignatureMistake): SignatureMistake {
  return { part, says };
}

/** No change, each change, and each two usual changes of different parts. */
function* combinations(changes: readonly Change[]): Generator<readonly Change[]> {
  yield [];
  for (const change of changes) yield [change];
  const usual = changes.filter(({ isUsual }) => isUsual);
  for (const [index, one] of usual.entries())
    for (const other of usual.slice(index + 1)) if (!isOfSamePart(one, other)) yield [one, other];
}

function isOfSamePart(one: Change, other: Change): boolean {
  return Object.keys(one.rule).some((name) => name in other.rule);
}

async function digest(
  { key, body, timestamp, text }: Rule,
  hash: string,
  keys: Map<Uint8Array<ArrayBuffer>, CryptoKey>,
): Promise<Uint8Array> {
  const bytes = encoded(text(timestamp, body));
  if (key === null) return new Uint8Array(await crypto.subtle.digest(hash, bytes));
  const known =
    keys.get(key) ?? (await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign']));
  keys.set(key, known);
  return new Uint8Array(await crypto.subtle.sign('HMAC', known, bytes));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
