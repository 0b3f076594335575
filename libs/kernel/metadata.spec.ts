import { ApiError } from './errors.js';
import { assertMetadata, metadataProblem } from './metadata.js';

/** An object that is `length` characters long as JSON. */
function metadataOf(length: number): object {
  return { note: 'x'.repeat(length - '{"note":""}'.length) };
}

describe('metadata', () => {
  it.each([[{}], [{ order: 1 }], [{ nested: { list: [1, null, 'two'] } }]])('can be %p', (value) => {
    expect(metadataProblem(value)).toBeUndefined();
  });

  it.each([[undefined], [null], [[]], [[{}]], ['{}'], [1], [true]])('cannot be %p', (value) => {
    expect(metadataProblem(value)).toBe('Metadata should be a JSON hash');
  });

  it('can have 15000 characters as JSON, and no more', () => {
    expect(metadataProblem(metadataOf(15_000))).toBeUndefined();
    expect(metadataProblem(metadataOf(15_001))).toBe('Metadata is too long (maximum is 15000 characters)');
  });

  it('can be nested as deep as its request, and no deeper', () => {
    const nested = (levels: number): object =>
      Array.from({ length: levels }).reduce<object>((inner) => ({ inner }), {});
    expect(metadataProblem(nested(9))).toBeUndefined();
    expect(metadataProblem(nested(10))).toBe('Metadata is nested too deep (maximum is 9 levels)');
  });

  it.each([[undefined], [null], [''], [{}]])('is empty if sent as %p', (value) => {
    expect(assertMetadata(value)).toEqual({});
  });

  it('is rejected if it is not an object', () => {
    expect(() => assertMetadata([])).toThrow(new ApiError('bad_request', 'Metadata should be a JSON hash'));
  });
});
