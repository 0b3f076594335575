import { sizeText } from './size-text';

describe('sizeText', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [23_870, '24 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [31_400_000, '31 MB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
