/**
 * The widths of the three bars and three spaces of each symbol, in modules, by the symbol's value. The last
 * one, which ends every barcode, has a fourth bar.
 */
const PATTERNS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112';
const SYMBOLS = PATTERNS.split(' ');
/** A has control characters, B has small letters, C has two digits in one symbol. */
const STARTS = { A: 103, B: 104, C: 105 } as const;
const SWITCHES = { A: 101, B: 100, C: 99 } as const;
const STOP = 106;
const CHECKSUM_MODULUS = 103;
/** Fewer digits than this are not worth a switch. */
const MIN_DIGITS = 4;

const MARGIN = 20;
const BAR_HEIGHT = 50;

/**
 * A Code 128 barcode of ASCII text, as SVG. Its bars are the rectangles of the inner group, from left to
 * right, a pixel to the module: shops' plugins take them out one by one (docs/fidelity.md P11).
 */
export function code128Svg(text: string): string {
  const { bars, width } = barsOf(text);
  const [outerWidth, outerHeight] = [width + 2 * MARGIN, BAR_HEIGHT + 2 * MARGIN];
  const drawn = bars.map(
    ({ x, width: barWidth }) =>
      `<rect x="${x + MARGIN}" y="${MARGIN}" width="${barWidth}px" height="${BAR_HEIGHT}px"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}px" height="${outerHeight}px" viewBox="0 0 ${outerWidth} ${outerHeight}">`,
    '<g id="canvas">',
    `<rect x="0" y="0" width="${outerWidth}px" height="${outerHeight}px" fill="#fff"/>`,
    '<g id="barcode" fill="#000">',
    ...drawn,
    '</g>',
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The values of the symbols that say `text`: the start, the text, the checksum and the stop. */
export function code128Symbols(text: string): number[] {
  const symbols: number[] = [];
  let set: keyof typeof STARTS | undefined;
  const enter = (next: keyof typeof STARTS): void => {
    if (set !== next) symbols.push(set === undefined ? STARTS[next] : SWITCHES[next]);
    set = next;
  };
  for (let at = 0; at < text.length;) {
    const digits = /^\d*/.exec(text.slice(at))?.[0] ?? '';
    // Of an odd number of digits the first stands alone.
    if (digits.length >= MIN_DIGITS && digits.length % 2 === 0) {
      enter('C');
      symbols.push(...(digits.match(/../g) ?? []).map(Number));
      at += digits.length;
    } else {
      const code = text.charCodeAt(at);
      const isControl = code < 32;
      enter(isControl ? 'A' : set === 'A' && code < 96 ? 'A' : 'B');
      symbols.push(isControl ? code + 64 : code - 32);
      at += 1;
    }
  }
  const checksum =
    symbols.reduce((sum, symbol, position) => sum + symbol * Math.max(1, position), 0) % CHECKSUM_MODULUS;
  return [...symbols, checksum, STOP];
}

/** Positions and widths are in modules. */
function barsOf(text: string): { bars: { x: number; width: number }[]; width: number } {
  const bars: { x: number; width: number }[] = [];
  let x = 0;
  for (const symbol of code128Symbols(text)) {
    for (const [index, digit] of [...(SYMBOLS[symbol] ?? '')].entries()) {
      const width = Number(digit);
      if (index % 2 === 0) bars.push({ x, width });
      x += width;
    }
  }
  return { bars, width: x };
}
