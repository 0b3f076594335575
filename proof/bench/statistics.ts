/**
 * The value that as many are below as above; between the middle two of an even count. Throws without values.
 */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * The value that `percent` of the others do not exceed, between neighbours where it falls between them.
 * Throws without values.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error('There is no percentile of nothing');
  return below + (above - below) * (place - Math.floor(place));
}
