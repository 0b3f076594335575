import { objectOfId } from '#domain/ids.js';
import { isObject } from '#domain/values.js';
import { EXIT, Failure } from '../failure.js';
import { contentOf } from '../parameters.js';
import type { TimelineEntry } from '../timeline.js';

/** A bundle that was read. */
export interface BundleFile {
  /** The whole file. */
  readonly content: Buffer<ArrayBuffer>;
  /** ID of its object. */
  readonly object: string;
  readonly hasPersonalData: boolean;
  readonly entries: readonly TimelineEntry[];
}

/** Reads a file, `-` for stdin, as far as it must be known here: an import checks the rest. */
export function readBundle(path: string): BundleFile {
  const content = contentOf(path);
  const [first = '', ...lines] = content.toString().split('\n');
  const { bundle, personal_data: hasPersonalData } = parsed(first, path);
  const object = isObject(bundle) ? bundle['object'] : undefined;
  if (typeof object !== 'string' || objectOfId(object) === undefined)
    throw new Failure(`${path} is no bundle; save one with "tollgate bundle save"`, EXIT.usage);
  const entries = lines
    .filter((line) => line.startsWith('{"entry":'))
    .map((line) => entryIn(parsed(line, path), path));
  return { content, object, hasPersonalData: hasPersonalData === true, entries };
}

function entryIn({ entry }: Readonly<Record<string, unknown>>, path: string): TimelineEntry {
  if (!isObject(entry) || !isObject(entry['details']))
    throw new Failure(`${path} has an entry that is not of a timeline`, EXIT.usage);
  return entry as unknown as TimelineEntry;
}

function parsed(line: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(line) as unknown;
    if (isObject(value)) return value;
  } catch {
    // Rejected below.
  }
  throw new Failure(`${path} is no bundle: it has a line that is not a JSON object`, EXIT.usage);
}
