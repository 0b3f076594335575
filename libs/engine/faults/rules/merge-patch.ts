import type { JsonValue } from '#kernel/metadata.js';

/** Applies a JSON merge patch (RFC 7396): `null` removes a field, objects are merged, the rest is replaced. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // Unlike an assignment, this also sets a field called `__proto__`.
  return Object.fromEntries(merged);
}

function isObject(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
