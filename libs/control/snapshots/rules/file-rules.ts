import { objectOfId } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { LATEST_CLOCK } from '../../sandboxes/rules/sandbox.rules.js';
import { EXPORT_VERSION } from './exported-row.js';

/** The most timeline entries and rows of a bundle. */
export const MAX_BUNDLE_ENTRIES = 1_000;
export const MAX_BUNDLE_ROWS = 10_000;

/** A finding of a soak: its plan repeats it. */
export interface SoakSection {
  readonly seed: number;
  readonly law: string;
  readonly text: string;
  readonly story: readonly string[];
  readonly plan: object;
}

/** The first line of a file. */
export interface FileHeader {
  readonly tollgate: 'snapshot';
  readonly version: number;
  /** The newest migration of the database that it was in. */
  readonly schema: string;
  readonly personal_data: boolean;
  /** The clock's time. */
  readonly at: string;
  readonly frozen: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  /** In a bundle, which has the rows of one object only. */
  readonly bundle?: {
    readonly object: string;
    /** Machine time of the last timeline entry in the file, if there were more. */
    readonly cut_at?: string;
    /** What a soak found about the object, to be repeated. */
    readonly soak?: SoakSection;
  };
}

/** The last line of a file, about the lines before it. */
export interface FileTrailer {
  readonly rows: number;
  /** Number of transactions that wrote the rows: the largest `order`. */
  readonly orders: number;
  /** In hex. */
  readonly sha256: string;
}

type Line = Readonly<Record<string, unknown>>;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Validates the first line of a file. `known` are the migrations of this release. */
export function headerProblem(
  { tollgate, version, schema, at, frozen, settings, bundle }: Line,
  known: readonly string[],
): string | undefined {
  if (tollgate !== 'snapshot') return 'it is not an exported snapshot';
  if (typeof version !== 'number' || version < 1) return 'version must be a number';
  if (version > EXPORT_VERSION)
    return `its version is ${version}, from a newer release; this release reads version ${EXPORT_VERSION}`;
  if (typeof schema !== 'string' || schema.length > 100) return 'schema must be a string';
  if (!known.includes(schema))
    return `it is from a newer release: unknown schema ${schema.replaceAll(/[^\w]/g, '?')}`;
  const time = typeof at === 'string' && ISO.test(at) ? new Date(at).getTime() : Number.NaN;
  if (!(time >= 0 && time <= LATEST_CLOCK.getTime()))
    return `at must be a time from 1970 to ${LATEST_CLOCK.toISOString()}`;
  if (typeof frozen !== 'boolean') return 'frozen must be true or false';
  if (!isObject(settings)) return 'settings must be an object';
  const object = isObject(bundle) ? bundle['object'] : undefined;
  return bundle === undefined || (typeof object === 'string' && objectOfId(object) !== undefined)
    ? undefined
    : 'bundle must have the ID of an object';
}

/** Validates the last line of a file against the number and the checksum of the rows read. */
export function trailerProblem(
  { rows, orders, sha256 }: Line,
  found: { readonly rows: number; readonly sha256: string },
): string | undefined {
  const isWhole = typeof sha256 === 'string' && Number.isSafeInteger(rows) && Number.isSafeInteger(orders);
  if (!isWhole) return 'the file is truncated: its last line is missing';
  if (rows !== found.rows) return `the file must have ${rows as number} rows, but has ${found.rows}`;
  return sha256 === found.sha256 ? undefined : 'the file was modified: its checksum does not match';
}
