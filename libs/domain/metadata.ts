import { fail } from './errors.js';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * What a merchant attaches to an object: any JSON object, echoed back as it was sent.
 * @schema { "type": "object", "additionalProperties": true }
 * @example { "order": "1042" }
 */
export type Metadata = { [key: string]: JsonValue };

/** The most characters that metadata may have as JSON (docs/fidelity.md C6). */
const MAX_METADATA_LENGTH = 15_000;

/** How deep the parameters of a request may be nested: what metadata holds is in its second level. */
export const MAX_NESTING = 10;

/** What is wrong with metadata, in the API's words. */
export function metadataProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Metadata should be a JSON hash';
  if (isNestedTooDeep(value, 1)) return `Metadata is nested too deep (maximum is ${MAX_NESTING - 1} levels)`;
  if (JSON.stringify(value).length > MAX_METADATA_LENGTH) return `Metadata is too long (maximum is ${MAX_METADATA_LENGTH} characters)`;
  return undefined;
}

/**
 * Metadata that can be stored; nothing, empty text and null are none. Throws `bad_request`, whatever the code of other parameters is,
 * so that only where that is `bad_request` too is metadata checked along with them.
 */
export function demandMetadata(value: unknown): Metadata {
  const metadata = value === '' ? {} : (value ?? {});
  const problem = metadataProblem(metadata);
  return problem === undefined ? (metadata as Metadata) : fail('bad_request', problem);
}

function isNestedTooDeep(value: unknown, depth: number): boolean {
  if (depth > MAX_NESTING) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((child) => isNestedTooDeep(child, depth + 1));
}
