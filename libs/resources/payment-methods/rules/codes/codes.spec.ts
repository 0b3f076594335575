import { billCode } from './bill-code.js';
import { code128Svg, code128Symbols } from './code-128.js';
import { crc16 } from './emv-code.js';
import { paynowCode } from './paynow-code.js';
import { promptpayCode } from './promptpay-code.js';
import { storeCode } from './store-code.js';

/** The fields of an EMVCo code: two digits of name, two of length, and the value. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    fields[code.slice(at, at + 2)] = code.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

describe('a PromptPay code', () => {
  it.each([
    [2000, '20.00'],
    [123_405, '1234.05'],
    [500_000_000_000, '5000000000.00'],
  ])('for %d satang requests %s baht, once, in Thailand', (amount, baht) => {
    const fields = fieldsOf(promptpayCode({ amount }));
    expect(fields).toMatchObject({ '00': '01', '01': '12', '53': '764', '54': baht, '58': 'TH' });
    expect(fieldsOf(fields['29'] ?? '')).toEqual({ '00': 'A000000677010111', '02': '0000000000000' });
  });

  it('ends with the checksum of the preceding text', () => {
    const code = promptpayCode({ amount: 2000 });
    expect(code.slice(-8, -4)).toBe('6304');
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
    expect(crc16('123456789')).toBe('29B1');
  });
});

it('a bill’s code contains the biller, two references and the amount, each in a line', () => {
  expect(billCode({ amount: 123_405, providerReferences: ['111111111111', '222222222222'] })).toBe(
    '|000000000000000\r111111111111\r222222222222\r123405',
  );
});

it('a PayNow code requests a fixed amount of Singapore dollars, once, for an unknown company', () => {
  const code = paynowCode({ amount: 123_405 });
  const fields = fieldsOf(code);
  expect(fields).toMatchObject({ '00': '01', '01': '12', '53': '702', '54': '1234.05', '58': 'SG' });
  expect(fieldsOf(fields['26'] ?? '')).toEqual({
    '00': 'SG.PAYNOW',
    '01': '2',
    '02': '000000000A',
    '03': '0',
  });
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
});

it('a shop’s code requests baht, once, and names the wallet but no real payee', () => {
  const fields = fieldsOf(storeCode('wechat_pay_mpm', { amount: 123_405 }));
  expect(fields).toMatchObject({ '01': '12', '53': '764', '54': '1234.05', '58': 'TH' });
  expect(fieldsOf(fields['26'] ?? '')).toEqual({ '00': 'tollgate.invalid', '01': 'wechat_pay_mpm' });
});

describe('a barcode', () => {
  it.each([
    // The standard's own example "PJJ123C", but starting in set B.
    ['PJJ123C', [104, 48, 42, 42, 17, 18, 19, 35, 55, 106]],
    ['1234', [105, 12, 34, 82, 106]],
    ['|12345', [104, 92, 17, 99, 23, 45, 20, 106]],
    ['\r12', [103, 77, 17, 18, 62, 106]],
  ])('encodes %j in the fewest symbols, with a checksum', (text, symbols) => {
    expect(code128Symbols(text)).toEqual(symbols);
  });

  /** Plugins of shops read the bars of the inner group. */
  function barsIn(svg: string): { x: number; width: number }[] {
    const inner =
      /<svg [^>]*>\s*<g [^>]*>\s*<rect [^>]*>\s*<g [^>]*>([^]*?)<\/g>\s*<\/g>\s*<\/svg>/.exec(svg)?.[1] ?? '';
    return [...inner.matchAll(/<rect x="(\d+)" y="20" width="(\d)px" height="50px"\/>/g)].map(
      ([, x, width]) => ({
        x: Number(x),
        width: Number(width),
      }),
    );
  }

  it('consists of separate bars from left to right, in a group in a group', () => {
    const svg = code128Svg(
      billCode({ amount: 123_400, providerReferences: ['111111111111', '222222222222'] }),
    );
    const bars = barsIn(svg);
    const symbols = code128Symbols(
      billCode({ amount: 123_400, providerReferences: ['111111111111', '222222222222'] }),
    );
    // Three bars in a symbol, and four in the last one.
    expect(bars).toHaveLength(symbols.length * 3 + 1);
    expect(bars[0]).toEqual({ x: 20, width: 2 });
    const gaps = bars.slice(1).map(({ x }, index) => x - (bars[index]?.x ?? 0) - (bars[index]?.width ?? 0));
    expect(gaps.filter((gap) => gap < 1 || gap > 4)).toEqual([]);
    // Eleven modules to a symbol and thirteen to the last, between margins of twenty.
    expect(svg).toContain(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${(symbols.length - 1) * 11 + 13 + 40}px"`,
    );
  });

  it('has a unique pattern for each symbol: eleven modules, an even number of them black', () => {
    const printable = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code));
    const patterns = printable.map((character) => {
      const svg = code128Svg(`${character}~`);
      const bars = barsIn(svg).slice(3, 6);
      const [first, , last] = bars;
      return {
        bars: JSON.stringify(bars),
        first: first?.x,
        black: bars.reduce((sum, { width }) => sum + width, 0),
        end: (last?.x ?? 0) + (last?.width ?? 0),
      };
    });
    expect(new Set(patterns.map(({ bars }) => bars)).size).toBe(printable.length);
    expect(patterns.filter(({ first, black, end }) => first !== 31 || black % 2 !== 0 || end > 41)).toEqual(
      [],
    );
  });
});
