import { parseSearch, stringifySearch } from './address';

describe('what is looked for, in an address', () => {
  it.each([
    ['1042', '?q=1042'],
    ['true', '?q=true'],
    ['status:4xx /charges', '?q=status:4xx+/charges'],
    ['-key:charge.create a&b=c#d+e%', '?q=-key:charge.create+a%26b%3Dc%23d%2Be%25'],
  ])('is written plainly: %s', (q, address) => {
    expect(stringifySearch({ q })).toBe(address);
    expect(parseSearch(address)).toEqual({ q });
  });

  it.each(['"1042"', '"', '""', '"a" "b"', '{"a":1}', 'ไทย', "it's", ' a  b '])(
    'is read as it was written: %s',
    (q) => {
      expect(parseSearch(stringifySearch({ q }))).toEqual({ q });
    },
  );

  it('is read of older links too', () => {
    expect(parseSearch('?q=%221042%22')).toEqual({ q: '1042' });
    expect(parseSearch('?q=status%3Apending')).toEqual({ q: 'status:pending' });
  });

  it('is nothing where nothing is looked for', () => {
    expect(stringifySearch({})).toBe('');
    expect(stringifySearch({ q: undefined })).toBe('');
    expect(parseSearch('')).toEqual({});
  });
});
