import { AsyncLocalStorage } from 'node:async_hooks';
import { newSuffix, withPrefix, type IdentifiedObject } from '#kernel/ids.js';
import type { SuffixMaker } from '#kernel/seeded-ids.js';

const makers = new AsyncLocalStorage<SuffixMaker>();

/** A new id, of the seed of the caller's account if that has one (`SeededIds`). */
export function newId(object: IdentifiedObject, livemode: boolean): string {
  const suffix = makers.getStore()?.(object, livemode) ?? newSuffix();
  return withPrefix(object, livemode, suffix);
}

/** Does `work`, whose new ids have the suffixes of `maker`. */
export function withSuffixesOf<T>(maker: SuffixMaker, work: () => T): T {
  return makers.run(maker, work);
}
