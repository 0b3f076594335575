import { tableOf } from '#platform/database/json-rows.js';
import type { Listed } from '#engine/resources/resource.js';
import { ALL_RESOURCES, objectsOf } from '#resources/api-resources.js';

/** A kind of object with a list. */
export interface ListedKind extends Listed {
  /** The name of the list: `charges`. */
  readonly name: string;
  readonly table: string;
}

export const LISTED_KINDS: readonly ListedKind[] = objectsOf(ALL_RESOURCES).flatMap(
  ({ kind, rows, listed }) => (listed ? [{ ...listed, name: `${kind}s`, table: tableOf(rows.model) }] : []),
);

export function listedKindOf(name: string): ListedKind | undefined {
  return LISTED_KINDS.find((kind) => kind.name === name);
}
