const UNITS = ['bytes', 'kB', 'MB'] as const;

/** `812 bytes`, `24 kB`, `1.3 MB`: in thousands, as file managers show it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${UNITS[0]}`;
  const kilobytes = bytes / 1_000;
  const isLarge = Math.round(kilobytes) >= 1_000;
  const size = isLarge ? kilobytes / 1_000 : kilobytes;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${isLarge ? UNITS[2] : UNITS[1]}`;
}
