import { hasUnnumberedLists, numbered } from './form-lists.js';

describe('a form with a list of objects without numbers', () => {
  it.each([
    [
      'items[][name]=a&items[][amount]=1&items[][name]=b&items[][amount]=2',
      'items[0][name]=a&items[0][amount]=1&items[1][name]=b&items[1][amount]=2',
    ],
    ['items%5B%5D%5Bname%5D=a&items%5b%5d%5bname%5d=b%5B%5D', 'items[0][name]=a&items[1][name]=b%5B%5D'],
    [
      'source[items][][name]=a&amount=1&source[items][][sku]=1',
      'source[items][0][name]=a&amount=1&source[items][0][sku]=1',
    ],
    ['a[][b][c]=1&a[][b][d]=2&a[][b][c]=3', 'a[0][b][c]=1&a[0][b][d]=2&a[1][b][c]=3'],
    ['a[][tags][]=1&a[][tags][]=2&a[][b]=3&a[][b]=4', 'a[0][tags][]=1&a[0][tags][]=2&a[0][b]=3&a[1][b]=4'],
    ['a[][b]&a[][b]', 'a[0][b]&a[1][b]'],
  ])('%s gets them', (form, expected) => {
    expect(hasUnnumberedLists(form)).toBe(true);
    expect(numbered(form)).toBe(expected);
  });

  it.each([
    '',
    'amount=1',
    'webhook_endpoints[]=a&webhook_endpoints[]=b',
    'items[0][name]=a',
    'a=1&b=2&',
    '[]=1',
    '=1',
  ])('is absent from %j, which stays unchanged', (form) => {
    expect(hasUnnumberedLists(form)).toBe(false);
    expect(numbered(form)).toBe(form);
  });
});
