import fc from 'fast-check';
import { jsonOf } from './fuzz.encodings.js';
import { mostly, oneOf } from './fuzz.odds.js';
import type { Schema, Target } from './fuzz.targets.js';
import { hostileName, hostileValue } from './fuzz.hostile.js';
import { goodValue, RECIPES, someOf, type Field, type JsonText } from './fuzz.values.js';

type Change = (fields: Field[]) => Field[];

/** The most parameters that are told apart when one is chosen. */
const MAX_AT = 20;
const at = fc.nat(MAX_AT);

/** A body that the route could do something with, and in half of the cases what goes wrong with it. */
export function bodyOf({ method, pattern, body }: Target): fc.Arbitrary<Field[]> {
  const some = someOf(body, anyValue);
  const recipe = RECIPES[`${method} ${pattern}`];
  const sound = recipe ? mostly(recipe, some, 7) : some;
  const spoiled = fc
    .tuple(sound, someOf(body, anyValue, 2), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([fields, others, changes]) => {
      const all = [...fields, ...others.filter(([name]) => !fields.some(([known]) => known === name))];
      return changes.reduce((before, apply) => apply(before), all);
    });
  return fc.oneof(sound, spoiled);
}

/** Mostly a value that the parameter may have. */
export function anyValue(name: string, schema: Schema): fc.Arbitrary<JsonText> {
  return mostly(goodValue(name, schema), hostileValue, 9);
}

/** One thing that goes wrong: a value, a part of a value, a parameter that is missing, doubled or unknown. */
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
  [1, fc.tuple(at, hostileValue).map(([index, value]) => (fields) => [...fields, ...withValue(fields, index, () => value)])],
  [2, fc.tuple(hostileName, hostileValue).map(([name, value]) => (fields) => [...fields, [name, value]])],
);

function withValue(fields: readonly Field[], index: number, change: (text: JsonText) => JsonText): Field[] {
  return fields.map(([name, text], other) => [name, other === index % fields.length ? change(text) : text]);
}

/** The object with another value in one of its members; what is no object becomes the value itself. */
function withMember(text: JsonText, member: number, value: JsonText): JsonText {
  if (!text.startsWith('{')) return value;
  try {
    const members = Object.entries(JSON.parse(text) as object).map(([name, known]): Field => [name, JSON.stringify(known)]);
    return members.length > 0 ? jsonOf(withValue(members, member, () => value)).toString() : value;
  } catch {
    return value;
  }
}
