import fc from 'fast-check';
import { jsonOf } from './encodings.js';
import { mostly, oneOf } from './odds.js';
import type { Schema, Target } from './targets.js';
import { hostileName, hostileValue } from './hostile.js';
import { everyOf, goodValue, RECIPES, someOf, type Field, type JsonText } from './values.js';

type Change = (fields: Field[]) => Field[];

/** A parameter is chosen among this many. */
const MAX_AT = 20;
const at = fc.nat(MAX_AT);

/**
 * A body that the route could do something with; in half of the cases with one thing wrong, or with several.
 */
export function bodyOf({ method, pattern, body }: Target): fc.Arbitrary<Field[]> {
  const some = someOf(body, anyValue);
  const recipe = RECIPES[`${method} ${pattern}`];
  const sound = recipe ? mostly(recipe, some, 7) : some;
  // Parameters that must fit together are not sent all at once.
  const others = recipe ? someOf(body, goodValue) : everyOf(body, goodValue);
  const full = fc.tuple(sound, others).map(([fields, added]) => [...fields, ...without(added, fields)]);
  const spoiled = (most: number): fc.Arbitrary<Field[]> =>
    fc
      .tuple(full, fc.array(change, { minLength: 1, maxLength: most }))
      .map(([fields, changes]) => changes.reduce((before, apply) => apply(before), fields));
  return oneOf([5, sound], [3, spoiled(1)], [2, spoiled(3)]);
}

function without(fields: readonly Field[], others: readonly Field[]): Field[] {
  return fields.filter(([name]) => !others.some(([other]) => other === name));
}

/** Mostly a value that the parameter may have. */
export function anyValue(name: string, schema: Schema): fc.Arbitrary<JsonText> {
  return mostly(goodValue(name, schema), hostileValue, 9);
}

/** One mutation: a value, a part of a value, or a missing, doubled or unknown parameter. */
const change: fc.Arbitrary<Change> = oneOf<Change>(
  [
    4,
    fc.tuple(at, hostileValue).map(
      ([index, value]) =>
        (fields) =>
          withValue(fields, index, () => value),
    ),
  ],
  [
    5,
    fc.tuple(at, at, hostileValue).map(
      ([index, member, value]) =>
        (fields) =>
          withValue(fields, index, (text) => withMember(text, member, value)),
    ),
  ],
  [1, at.map((index) => (fields) => fields.filter((_, other) => other !== index % fields.length))],
  [
    1,
    fc.tuple(at, hostileValue).map(([index, value]) => (fields) => [
      ...fields,
      ...withValue(fields, index, () => value),
    ]),
  ],
  [
    2,
    fc.tuple(hostileName, hostileValue).map(([name, value]) => (fields) => [...fields, [name, value]]),
  ],
);

function withValue(fields: readonly Field[], index: number, change: (text: JsonText) => JsonText): Field[] {
  return fields.map(([name, text], other) => [name, other === index % fields.length ? change(text) : text]);
}

/** Replaces one member of an object; anything else is replaced completely. */
function withMember(text: JsonText, member: number, value: JsonText): JsonText {
  if (!text.startsWith('{')) return value;
  try {
    const members = Object.entries(JSON.parse(text) as object).map(([name, known]): Field => [
      name,
      JSON.stringify(known),
    ]);
    return members.length > 0 ? jsonOf(withValue(members, member, () => value)).toString() : value;
  } catch {
    return value;
  }
}
