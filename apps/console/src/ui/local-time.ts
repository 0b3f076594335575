/** The browser's time zone, in which moments are shown and chosen. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The moment of a field with date and time, which are those of that zone, as ISO 8601; empty where there is
 * none.
 */
export function instantOf(localTime: string): string {
  const at = new Date(localTime);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** The other way round. */
export function localTimeOf(instant: string): string {
  const at = new Date(instant);
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const [month, day, ...time] = parts.map((part) => String(part).padStart(2, '0'));
  return Number.isNaN(at.getTime())
    ? ''
    : `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}T${time.join(':')}`;
}
