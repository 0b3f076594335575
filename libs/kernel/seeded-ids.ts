import { createHash } from 'node:crypto';
import { idAt, RANDOM_BITS, suffixWith, valueOf, withPrefix, type IdentifiedObject } from './ids.js';

/** The times that stand in seeded ids: 2^37 milliseconds from 2015 on, long before any other id was made. */
const FIRST_MS = Date.UTC(2015);
const MS_BITS = 37n;
/** The bits below the number of an object, which look random. */
const MIXED_BITS = 25n;
/** The numbers of an object begin at a random one of this many bits, so that they look random too. */
const OFFSET_BITS = 29n;

/** Sorts after the suffixes of all seeded ids, and before those of all others. */
export const AFTER_SEEDED = idAt(new Date(FIRST_MS + 2 ** Number(MS_BITS)));

/**
 * Kinds whose ids stand in the row of another object. Such an id has the number of the object that was made
 * with it, so that only the ids of rows have to be looked up.
 */
const OWNERS: Readonly<Partial<Record<IdentifiedObject, IdentifiedObject>>> = {
  payment: 'charge',
  card_payment: 'charge',
  document: 'charge',
  scheduled_charge: 'schedule',
  scheduled_transfer: 'schedule',
};

/** Makes the suffix of a new id. */
export type SuffixMaker = (object: IdentifiedObject, livemode: boolean) => string;

/** The ids of one kind and mode that a seed makes: from `first` on, and below `end`. */
export interface IdRange {
  readonly first: string;
  readonly end: string;
}

/**
 * Makes ids from a text and the number of the object among those of its kind and mode, from 1 on. They have
 * the form of other ids, and grow with the number.
 */
export class IdSeed {
  private readonly ms: bigint;
  private readonly offset: bigint;

  constructor(private readonly text: string) {
    this.ms = BigInt(FIRST_MS) + this.hash('time', MS_BITS);
    this.offset = this.hash('offset', OFFSET_BITS);
  }

  /** `within` is the object in whose row the id stands, if it is not its own. */
  suffix(object: IdentifiedObject, livemode: boolean, number: number, within = object): string {
    const mixed = this.hash(`${object} ${within} ${livemode} ${number}`, MIXED_BITS);
    return suffixWith(this.from(number) | mixed);
  }

  /** The number that an id was made with. */
  numberOf(id: string): number {
    return Number((valueOf(id) - this.from(0)) >> MIXED_BITS);
  }

  range(object: IdentifiedObject, livemode: boolean): IdRange {
    const end = suffixWith((this.ms + 1n) << RANDOM_BITS);
    return {
      first: withPrefix(object, livemode, suffixWith(this.from(0))),
      end: withPrefix(object, livemode, end),
    };
  }

  /** The first value with this number. */
  private from(number: number): bigint {
    return (this.ms << RANDOM_BITS) | ((this.offset + BigInt(number)) << MIXED_BITS);
  }

  private hash(purpose: string, bits: bigint): bigint {
    return hashOf(`${this.text}\n${purpose}`, bits);
  }
}

/** The suffix that belongs to `text`, with the time of another suffix. */
export function suffixBeside(suffix: string, text: string): string {
  return suffixWith(((valueOf(suffix) >> RANDOM_BITS) << RANDOM_BITS) | hashOf(text, RANDOM_BITS));
}

function hashOf(text: string, bits: bigint): bigint {
  return createHash('sha256').update(text).digest().readBigUInt64BE(0) >> (64n - bits);
}

/**
 * Makes the suffixes of new objects, in each mode and kind from the number after `latestOf` on. `undefined`:
 * there is none yet.
 */
export function seededSuffixes(
  seed: IdSeed,
  latestOf: (object: IdentifiedObject, livemode: boolean) => string | undefined,
): SuffixMaker {
  const numbers = new Map<string, number>();
  return (object, livemode) => {
    const owner = OWNERS[object];
    const ofOwner = owner && numbers.get(`${owner} ${livemode}`);
    if (ofOwner !== undefined) return seed.suffix(object, livemode, ofOwner, owner);
    const latest = latestOf(object, livemode);
    const last = numbers.get(`${object} ${livemode}`) ?? (latest === undefined ? 0 : seed.numberOf(latest));
    numbers.set(`${object} ${livemode}`, last + 1);
    return seed.suffix(object, livemode, last + 1);
  };
}
