import { parse } from 'qs';
import { hasNumbersAsNames, markedNames, withoutMarks } from './form-names.js';

const read = (form: string): unknown => withoutMarks(parse(markedNames(form)));

describe('the keys of metadata in a form', () => {
  it.each([
    ['metadata[7]=a', { metadata: { 7: 'a' } }],
    ['metadata[0]=a&metadata[1]=b', { metadata: { 0: 'a', 1: 'b' } }],
    ['metadata[qty][7]=2&metadata[qty][12]=1', { metadata: { qty: { 7: '2', 12: '1' } } }],
    ['metadata%5B5000%5D=a', { metadata: { 5000: 'a' } }],
    ['metadata[list][3][name]=a', { metadata: { list: { 3: { name: 'a' } } } }],
    ['metadata[%37]=a&%6Detadata[%31%32]=b', { metadata: { 7: 'a', 12: 'b' } }],
    ['metadata[7]=a%26b%3D[7]', { metadata: { 7: 'a&b=[7]' } }],
  ])('are names in %s', (form, expected) => {
    expect(hasNumbersAsNames(form)).toBe(true);
    expect(read(form)).toEqual(expected);
  });

  it.each([
    ['metadata[tags][]=a&metadata[tags][]=b', { metadata: { tags: ['a', 'b'] } }],
    ['items[0][name]=a', { items: [{ name: 'a' }] }],
    ['metadata_export_keys[0]=a', { metadata_export_keys: ['a'] }],
    ['description=metadata[7]', { description: 'metadata[7]' }],
  ])('are as they were in %s', (form, expected) => {
    expect(hasNumbersAsNames(form)).toBe(false);
    expect(read(form)).toEqual(expected);
  });
});
