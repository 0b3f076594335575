import { randomFillSync } from 'node:crypto';

/** The prefix of each kind of object's id (docs/fidelity.md I1). */
export const PREFIXES = {
  account: 'account',
  card: 'card',
  card_payment: 'paym',
  chain: 'acch',
  chain_key: 'ckey',
  charge: 'chrg',
  checkout_session: 'sess',
  customer: 'cust',
  dispute: 'dspt',
  document: 'docu',
  event: 'evnt',
  link: 'link',
  linked_account: 'lnac',
  occurrence: 'occu',
  payment: 'pay2',
  recipient: 'recp',
  refund: 'rfnd',
  schedule: 'schd',
  scheduled_charge: 'rchg',
  scheduled_transfer: 'rtrf',
  source: 'src',
  token: 'tokn',
  transaction: 'trxn',
  transfer: 'trsf',
  webhook_delivery: 'whdl',
} as const;

const SUFFIX_LENGTH = 19;
export const RANDOM_BITS = 55n;
const RANDOM_MASK = (1n << RANDOM_BITS) - 1n;
/** Largest random step between two ids of one millisecond, so that the next id cannot be guessed. */
const STEP_MASK = (1n << 40n) - 1n;

const OF_OBJECTS = Object.values(PREFIXES)
  .filter((prefix) => prefix !== PREFIXES.account)
  .join('|');
const ID = /^[a-z0-9]+_(?:test_)?[0-9a-z]{19}$/;
const IDS = new RegExp(`\\b((?:${OF_OBJECTS})_(?:test_)?)([0-9a-z]{19})(?![0-9a-z_])`, 'g');

/** Random bytes are drawn for many ids at once: each call costs more than making an id does. */
const BYTES_PER_ID = 8;
const drawn = Buffer.alloc(512 * BYTES_PER_ID);
let used = drawn.length;

/** Value of the last id of this process. */
let lastValue = 0n;

export type IdentifiedObject = keyof typeof PREFIXES;

/** The id of `object` with a suffix: `chrg_test_60abc…` in test mode, `chrg_60abc…` in live mode. */
export function withPrefix(object: IdentifiedObject, livemode: boolean, suffix: string): string {
  return `${PREFIXES[object]}_${livemode ? '' : 'test_'}${suffix}`;
}

export function isIdOf(object: IdentifiedObject, livemode: boolean, text: string): boolean {
  return (
    ID.test(text) &&
    text.startsWith(withPrefix(object, livemode, '')) &&
    text.length === withPrefix(object, livemode, '').length + SUFFIX_LENGTH
  );
}

/** The kind of object that an id belongs to, in either mode; `undefined` if the text is not an id. */
export function objectOfId(text: string): IdentifiedObject | undefined {
  const objects = Object.keys(PREFIXES) as IdentifiedObject[];
  return objects.find((object) => isIdOf(object, true, text) || isIdOf(object, false, text));
}

/** The ids of objects in a text, except those of accounts. */
export function idsIn(text: string): string[] {
  return text.match(IDS) ?? [];
}

/** Replaces the suffixes of all ids in the text, except those of accounts. */
export function withOtherSuffixes(text: string, otherOf: (suffix: string) => string): string {
  return text.replaceAll(IDS, (_, prefix: string, suffix: string) => `${prefix}${otherOf(suffix)}`);
}

/**
 * The 19 sortable characters of a new id: base 36 that holds the machine's millisecond above 55 random bits.
 * They grow in the order in which objects are made, wherever the clock of their account stands
 * (docs/fidelity.md I2).
 */
export function newSuffix(): string {
  // oxlint-disable-next-line no-restricted-properties -- Ids are ordered by real time, not by an account's clock.
  const fresh = (BigInt(Date.now()) << RANDOM_BITS) | (nextRandom() & RANDOM_MASK);
  const isSameMillisecond = fresh >> RANDOM_BITS <= lastValue >> RANDOM_BITS;
  lastValue = isSameMillisecond ? lastValue + 1n + (fresh & STEP_MASK) : fresh;
  return suffixWith(lastValue);
}

export function suffixWith(value: bigint): string {
  return value.toString(36).padStart(SUFFIX_LENGTH, '0');
}

/** The 19 characters before those of every object that is made at this time of the machine or later. */
export function idAt(time: Date): string {
  return suffixWith(BigInt(time.getTime()) << RANDOM_BITS);
}

/** The 19 sortable characters of the id of an object. */
export function suffixOf(id: string): string {
  return id.slice(-SUFFIX_LENGTH);
}

/** When the object with this id was made, in the machine's time, unless a seed made the id. */
export function madeAt(id: string): Date {
  return new Date(Number(valueOf(id) >> RANDOM_BITS));
}

/** The number that the suffix of an id is. */
export function valueOf(id: string): bigint {
  let value = 0n;
  for (const digit of suffixOf(id)) value = value * 36n + BigInt(parseInt(digit, 36));
  return value;
}

/** Random bytes are used once. */
function nextRandom(): bigint {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += BYTES_PER_ID;
  return drawn.readBigUInt64BE(used - BYTES_PER_ID);
}
