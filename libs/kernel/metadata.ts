import { fail } from './errors.js';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * A merchant's data on an object: any JSON object, returned as it was sent.
 * @schema { "type": "object", "additionalProperties": true }
 * @example { "order": "1042" }
 */
export type Metadata = { [key: string]: JsonValue };

/** The most characters that metadata may have as JSON (docs/fidelity.md C6). */
export const MAX_METADATA_LENGTH = 15_000;

/** The longest description of a charge, in characters (docs/fidelity.md C6). */
export const MAX_DESCRIPTION_LENGTH = 1_000;

/** Deepest nesting of request parameters. The values of metadata are at its second level. */
export const MAX_NESTING = 10;

export function metadataProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'Metadata should be a JSON hash';
  if (isNestedTooDeep(value, 1)) return `Metadata is nested too deep (maximum is ${MAX_NESTING - 1} levels)`;
  if (JSON.stringify(value).length > MAX_METADATA_LENGTH)
    return `Metadata is too long (maximum is ${MAX_METADATA_LENGTH} characters)`;
  return undefined;
}

/**
 * Parses metadata; undefined, null and empty text are empty metadata. Throws `bad_request` whatever the
 * route's own error code is, so routes with another code validate it separately from their other parameters.
 */
export function assertMetadata(value: unknown): Metadata {
  const metadata = value === '' ? {} : (value ?? {});
  const problem = metadataProblem(metadata);
  return problem === undefined ? (metadata as Metadata) : fail('bad_request', problem);
}

function isNestedTooDeep(value: unknown, depth: number): boolean {
  if (depth > MAX_NESTING) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((child) => isNestedTooDeep(child, depth + 1))
  );
}
