/** What several rounds came to. */
export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The value that as many are below as above; between the middle two of an even count. Throws without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the others do not exceed, between neighbours where it falls between them. Throws without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error('There is no percentile of nothing');
  return below + (above - below) * (place - Math.floor(place));
}

/** Throws without values. */
export function summarise(values: readonly number[]): Summary {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * How many times `others` each of `values` is, round by round: what is measured one right after the other suffers from the same
 * moods of the machine, so their ratio says more than that of their medians.
 */
export function ratios(values: readonly number[], others: readonly number[]): Summary {
  if (values.length !== others.length) throw new Error('Ratios are made of rounds that both took part in');
  return summarise(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}
