import { ApiError } from './errors.js';
import { demandMetadata, metadataProblem } from './metadata.js';

/** An object that is `length` characters long as JSON. */
function metadataOf(length: number): object {
  return { note: 'x'.repeat(length - '{"note":""}'.length) };
}

describe('metadata', () => {
  it.each([[{}], [{ order: 1 }], [{ nested: { list: [1, null, 'two'] } }]])('may be %p', (value) => {
    expect(metadataProblem(value)).toBeUndefined();
  });

  it.each([[undefined], [null], [[]], [[{}]], ['{}'], [1], [true]])('may not be %p', (value) => {
    expect(metadataProblem(value)).toBe('Metadata should be a JSON hash');
  });

  it('may be 15000 characters long as JSON, not one more', () => {
    expect(metadataProblem(metadataOf(15_000))).toBeUndefined();
    expect(metadataProblem(metadataOf(15_001))).toBe('Metadata is too long (maximum is 15000 characters)');
  });

  it('may be nested as deep as a request that brings it, and no deeper', () => {
    const nested = (levels: number): object => Array.from({ length: levels }).reduce<object>((inner) => ({ inner }), {});
    expect(metadataProblem(nested(9))).toBeUndefined();
    expect(metadataProblem(nested(10))).toBe('Metadata is nested too deep (maximum is 9 levels)');
  });

  it.each([[undefined], [null], [''], [{}]])('is none where it is sent as %p', (value) => {
    expect(demandMetadata(value)).toEqual({});
  });

  it('is refused where it is no object', () => {
    expect(() => demandMetadata([])).toThrow(new ApiError('bad_request', 'Metadata should be a JSON hash'));
  });
});
