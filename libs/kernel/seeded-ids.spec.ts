import { madeAt, newSuffix, withPrefix, type IdentifiedObject } from './ids.js';
import { AFTER_SEEDED, IdSeed, seededSuffixes, suffixBeside, type SuffixMaker } from './seeded-ids.js';

const SEED = new IdSeed('checkout-tests');
const KINDS = ['charge', 'event', 'payment', 'customer'] as const;
const nothing = (): undefined => undefined;

const drawn = (maker: SuffixMaker, count: number, object: IdentifiedObject = 'charge'): string[] =>
  Array.from({ length: count }, () => maker(object, false));

describe('the suffixes of a seed', () => {
  it('are the same for the same text and order, and others for another text', () => {
    const [first, again, other] = ['a', 'a', 'b'].map((text) =>
      drawn(seededSuffixes(new IdSeed(text), nothing), 20),
    );
    expect(again).toEqual(first);
    expect(new Set([...(first ?? []), ...(other ?? [])]).size).toBe(40);
  });

  it('look like those of other ids, and grow', () => {
    const suffixes = drawn(seededSuffixes(SEED, nothing), 300);
    expect(suffixes.filter((suffix) => !/^[0-9a-z]{19}$/.test(suffix))).toEqual([]);
    expect(suffixes.toSorted()).toEqual(suffixes);
    expect(new Set(suffixes.map((suffix) => suffix.slice(-4))).size).toBeGreaterThan(290);
  });

  it('hold a time before that of all other ids', () => {
    for (const text of Array.from({ length: 200 }, (_, index) => `seed ${index}`)) {
      const year = madeAt(new IdSeed(text).suffix('charge', false, 1)).getUTCFullYear();
      expect([2015, 2016, 2017, 2018, 2019].includes(year)).toBe(true);
      expect(new IdSeed(text).suffix('charge', false, 2 ** 29) < AFTER_SEEDED).toBe(true);
    }
    expect(newSuffix() > AFTER_SEEDED).toBe(true);
  });

  it('count each kind and mode by itself, so that one more event moves no charge', () => {
    const [one, other] = [seededSuffixes(SEED, nothing), seededSuffixes(SEED, nothing)];
    other('event', false);
    other('charge', true);
    expect(other('charge', false)).toBe(one('charge', false));
  });

  it('differ between kinds and modes', () => {
    const maker = seededSuffixes(SEED, nothing);
    const suffixes = KINDS.flatMap((kind) => [maker(kind, false), maker(kind, true)]);
    expect(new Set(suffixes).size).toBe(suffixes.length);
  });

  it('go on after the latest id', () => {
    const all = drawn(seededSuffixes(SEED, nothing), 5);
    const maker = seededSuffixes(SEED, (object) =>
      object === 'charge' ? withPrefix('charge', false, all[2] ?? '') : undefined,
    );
    expect(drawn(maker, 2)).toEqual(all.slice(3));
  });

  it('of a payment have the number of its charge, which is all that the database has to look up', () => {
    const whole = seededSuffixes(SEED, nothing);
    const payments = [1, 2].map(() => (whole('charge', false), whole('payment', false)));
    const later = seededSuffixes(SEED, () => withPrefix('charge', false, SEED.suffix('charge', false, 1)));
    later('charge', false);
    expect(later('payment', false)).toBe(payments[1]);
  });

  it('are all in the range of their kind', () => {
    const { first, end } = SEED.range('charge', false);
    for (const number of [1, 2, 1_000, 2 ** 29 - 1]) {
      const id = withPrefix('charge', false, SEED.suffix('charge', false, number));
      expect([first <= id, id < end, SEED.numberOf(id)]).toEqual([true, true, number]);
    }
    const other = withPrefix('charge', false, new IdSeed('other').suffix('charge', false, 1));
    expect(other < first || other >= end).toBe(true);
  });
});

describe('a suffix beside another', () => {
  it('has its time, and belongs to the text', () => {
    const own = newSuffix();
    expect(madeAt(suffixBeside(own, 'a'))).toEqual(madeAt(own));
    expect(suffixBeside(own, 'a')).toBe(suffixBeside(own, 'a'));
    expect(suffixBeside(own, 'a')).not.toBe(suffixBeside(own, 'b'));
  });
});
