import { createHash } from 'node:crypto';
import { MAX_NESTING } from '#domain/exams/exam-case.js';
import { objectOfId } from '#domain/ids.js';
import { trailerProblem } from '#domain/snapshots/file-rules.js';
import { isDeeper, isObject } from '#domain/values.js';
import { EXIT, Failure } from '../failure.js';
import { say } from '../output.js';
import { contentOf } from '../parameters.js';
import type { TimelineEntry } from '../timeline.js';

/** A bundle that was read. */
export interface BundleFile {
  /** The whole file. */
  readonly content: Buffer<ArrayBuffer>;
  /** ID of its object. */
  readonly object: string;
  readonly hasPersonalData: boolean;
  /** Machine time of the last entry, if the timeline had more. */
  readonly cutAt: string | undefined;
  readonly entries: readonly TimelineEntry[];
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Reads a file, `-` for stdin. Throws a {@link Failure} for one that was cut or changed. */
export function readBundle(path: string): BundleFile {
  return bundleIn(contentOf(path), path);
}

/** `path` is for errors. An import checks the rows. */
export function bundleIn(content: Buffer<ArrayBuffer>, path: string): BundleFile {
  const [first = '', ...lines] = content.toString().split('\n');
  const { bundle, personal_data: hasPersonalData } = parsed(first, path);
  const { object, cut_at: cutAt } = isObject(bundle) ? bundle : {};
  if (typeof object !== 'string' || objectOfId(object) === undefined)
    throw new Failure(`${path} is no bundle; save one with "tollgate bundle save"`, EXIT.usage);
  assertWhole(content, path);
  const entries = lines
    .filter((line) => line.startsWith('{"entry":'))
    .map((line) => entryIn(parsed(line, path), path));
  return {
    content,
    object,
    hasPersonalData: hasPersonalData === true,
    cutAt: typeof cutAt === 'string' && ISO_TIME.test(cutAt) ? cutAt : undefined,
    entries,
  };
}

/** One line for a user, if the timeline was cut. */
export function sayIfCut({ cutAt, entries }: BundleFile): void {
  if (cutAt !== undefined)
    say(
      `tollgate: the timeline in the bundle ends after ${entries.length} entries, at ${cutAt}; more followed`,
    );
}

function assertWhole(content: Buffer<ArrayBuffer>, path: string): void {
  const end = content.lastIndexOf('\n', content.length - 2) + 1;
  const before = content.subarray(0, end);
  const rows = before.toString().split('\n').length - 2;
  const sha256 = createHash('sha256').update(before).digest('hex');
  const problem = trailerProblem(objectIn(content.toString('utf8', end)) ?? {}, { rows, sha256 });
  if (problem !== undefined) throw new Failure(`${path}: ${problem}`, EXIT.usage);
}

function entryIn({ entry }: Readonly<Record<string, unknown>>, path: string): TimelineEntry {
  if (!isEntry(entry)) throw new Failure(`${path} has an entry that is not of a timeline`, EXIT.usage);
  return entry;
}

function isEntry(entry: unknown): entry is TimelineEntry {
  if (!isObject(entry) || isDeeper(entry, MAX_NESTING)) return false;
  const isText = (name: string): boolean => typeof entry[name] === 'string';
  return (
    ['kind', 'id', 'at', 'machine_at'].every(isText) &&
    ['object_id', 'request_id'].every((name) => entry[name] === null || isText(name)) &&
    isObject(entry['details'])
  );
}

function parsed(line: string, path: string): Readonly<Record<string, unknown>> {
  const found = objectIn(line);
  if (found) return found;
  throw new Failure(`${path} is no bundle: it has a line that is not a JSON object`, EXIT.usage);
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
