import { ApiError } from '#kernel/errors.js';
import { objectOfId } from '#kernel/ids.js';
import { isObject } from '#kernel/values.js';
import { assertWhole, firstLineOf, isEntry, linesOf, parseLine } from '#control/snapshots/file-lines.js';
import { fileIn } from '#control/snapshots/received-file.js';
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
  /** The finding of a soak, if one wrote the file. */
  readonly soak: unknown;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** As large as an import may be by default (IMPORT_MAX). */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads a file, `-` for stdin. Rejects with a {@link Failure} for one that was cut or changed. */
export async function readBundle(path: string): Promise<BundleFile> {
  return bundleIn(contentOf(path, MAX_BYTES), path);
}

/** `path` is for errors. An import checks the rows. */
export async function bundleIn(content: Buffer<ArrayBuffer>, path: string): Promise<BundleFile> {
  try {
    return await parsedBundle(content, path);
  } catch (error) {
    throw error instanceof ApiError
      ? new Failure(`${path} is no bundle: ${error.message}`, EXIT.usage)
      : error;
  }
}

async function parsedBundle(content: Buffer<ArrayBuffer>, path: string): Promise<BundleFile> {
  const file = fileIn(content);
  const { bundle, personal_data: hasPersonalData } = await firstLineOf(file);
  const { object, cut_at: cutAt, soak } = isObject(bundle) ? bundle : {};
  if (typeof object !== 'string' || objectOfId(object) === undefined)
    throw new Failure(`${path} is no bundle; save one with "tollgate bundle save"`, EXIT.usage);
  await assertWhole(file, true);
  const entries: TimelineEntry[] = [];
  for await (const line of linesOf(file)) if (isEntry(line)) entries.push(entryIn(parseLine(line), path));
  return {
    content,
    object,
    hasPersonalData: hasPersonalData === true,
    cutAt: typeof cutAt === 'string' && ISO_TIME.test(cutAt) ? cutAt : undefined,
    entries,
    soak,
  };
}

/** One line for a user, if the timeline was cut. */
export function sayIfCut({ cutAt, entries }: BundleFile): void {
  if (cutAt !== undefined)
    say(
      `tollgate: the timeline in the bundle ends after ${entries.length} entries, at ${cutAt}; more followed`,
    );
}

function entryIn({ entry }: Readonly<Record<string, unknown>>, path: string): TimelineEntry {
  if (!isTimelineEntry(entry))
    throw new Failure(`${path} has an entry that is not of a timeline`, EXIT.usage);
  return entry;
}

function isTimelineEntry(entry: unknown): entry is TimelineEntry {
  if (!isObject(entry)) return false;
  const isText = (name: string): boolean => typeof entry[name] === 'string';
  return (
    ['kind', 'id', 'at', 'machine_at'].every(isText) &&
    ['object_id', 'request_id'].every((name) => entry[name] === null || isText(name)) &&
    // Bundles of older releases have none.
    (entry['trigger'] === undefined || entry['trigger'] === null || isText('trigger')) &&
    isObject(entry['details'])
  );
}
