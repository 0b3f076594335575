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
  const header = parsed(first, path) as { bundle?: { object?: string }; personal_data?: boolean };
  const object = header.bundle?.object;
  if (typeof object !== 'string')
    throw new Failure(`${path} is no bundle; save one with "tollgate bundle save"`, EXIT.usage);
  const entries = lines
    .filter((line) => line.startsWith('{"entry":'))
    .map((line) => (parsed(line, path) as { entry: TimelineEntry }).entry);
  return { content, object, hasPersonalData: header.personal_data === true, entries };
}

function parsed(line: string, path: string): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw new Failure(`${path} is no bundle: it has a line that is not JSON`, EXIT.usage);
  }
}
