import { isZero } from './amount.js';

/** True for a parameter that was not sent or sent empty. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** True for an object with fields; false for a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if lists and objects in it are nested deeper than this. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/**
 * A number as the text that it stands for, where a text is meant. One that JSON has rounded stays a number,
 * to be refused (docs/fidelity.md H22).
 */
export function numberToText(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value;
}

/** The merchant's own data: empty values in it are kept. */
const METADATA = 'metadata';

/**
 * The parameters of a request without those that nobody has set. Typed clients send `null`, `[]` or `{}` for
 * these, and inside a parameter `""` too (docs/fidelity.md H3); an object with zeros alone has no parameter
 * set either. An empty text at the top stays: it clears what an update names.
 */
export function withoutUnset(parameters: object): Readonly<Record<string, unknown>> {
  return setMembers(parameters, (value) => (value === '' ? value : setPartOf(value)));
}

/** True if every value in it is empty or zero. */
export function isUnset(value: unknown): boolean {
  return setPartOf(value) === undefined;
}

function setMembers(object: object, read: (value: unknown) => unknown): Readonly<Record<string, unknown>> {
  const members = Object.entries(object).map(
    ([name, value]) => [name, name === METADATA ? unlessEmpty(value) : read(value)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function setPartOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(setPartOf).filter((part) => part !== undefined);
    return parts.length > 0 ? parts : undefined;
  }
  if (isObject(value)) {
    const set = setMembers(value, setPartOf);
    return Object.values(set).every(isZero) ? undefined : set;
  }
  return isBlank(value) ? undefined : value;
}

function unlessEmpty(value: unknown): unknown {
  const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? undefined : value;
}
