import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Any character, as fast-check's own unit `binary`: that one makes a map of all of them first, which takes
 * seconds.
 */
const anyCharacter = fc.nat(LAST_CODE_POINT - SURROGATES).map(characterOf, placeOf);

export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, maxLength });
}

function characterOf(place: number): string {
  return String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES);
}

/**
 * Throws where this is no character: so fast-check finds out which of its own dangerous texts it can make of
 * them.
 */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character || !character.isWellFormed())
    throw new Error('no character');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}
