import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from './setting-error.js';
import { REMOVED_SETTINGS, SETTING_NAMES } from './setting-schema.js';

/** The environment of a sandbox, for its clients. */
const SANDBOX_NAMES = [
  ...['API', 'VAULT', 'PAY', 'CONTROL'].map((host) => `TOLLGATE_${host}_URL`),
  ...['PUBLIC', 'SECRET', 'LIVE_PUBLIC', 'LIVE_SECRET'].map((key) => `TOLLGATE_${key}_KEY`),
  'TOLLGATE_SANDBOX',
  'TOLLGATE_WEBHOOK_SECRET',
];
/** All names that a file may have, except Compose's own. */
export const FILE_NAMES: readonly string[] = [
  ...SETTING_NAMES,
  ...SANDBOX_NAMES,
  ...Object.keys(REMOVED_SETTINGS),
];
const OF_COMPOSE = /^COMPOSE_/;

/** A `.env` file, which may be another program's: only Tollgate's names have values. */
export interface EnvironmentFile {
  readonly values: Readonly<Record<string, string>>;
  readonly otherNames: readonly string[];
}

/** Throws {@link SettingError} for an unreadable file and for a setting without a value. */
export function readEnvironmentFile(file: string): EnvironmentFile {
  // A folder of this name is a virtual environment of Python.
  if (!existsSync(file) || statSync(file).isDirectory()) return { values: {}, otherNames: [] };
  const lines = readText(file).split(/\r?\n/);
  const own: string[] = [];
  const otherNames: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]?.trim() ?? '';
    if (line === '' || line.startsWith('#')) continue;
    const name = nameIn(line);
    if (FILE_NAMES.includes(name) || OF_COMPOSE.test(name)) {
      assertEntry(file, line, index + 1);
      own.push(line);
    } else {
      otherNames.push(name);
      if (line.includes('=')) index = endOfValue(lines, index);
    }
  }
  // Without the lines of others, one of which the parser may read as the beginning of the next name.
  return { values: parseEnv(own.join('\n')) as Record<string, string>, otherNames };
}

function nameIn(line: string): string {
  return /^(?:export\s+)?([^\s=]*)/.exec(line)?.[1] ?? '';
}

/** Rejects an invalid line. The message has the line's number, not its text, which may be a secret. */
function assertEntry(file: string, line: string, number: number): void {
  if (!line.includes('='))
    throw new SettingError(file, `line ${number} has no "="; write NAME=value, or begin a comment with #`);
  const quote = openQuote(line);
  if (quote !== undefined)
    throw new SettingError(file, `line ${number} has a value without a closing ${quote}`);
}

/** The quote that a value begins with, unless it ends in the same line. */
function openQuote(line: string): string | undefined {
  const value = line.slice(line.indexOf('=') + 1).trim();
  const quote = /^["'`]/.exec(value)?.[0];
  return quote !== undefined && !value.slice(1).includes(quote) ? quote : undefined;
}

/** The last line of a value, which may be a quoted text of several lines, such as a key. */
function endOfValue(lines: readonly string[], first: number): number {
  const quote = openQuote(lines[first] ?? '');
  const last =
    quote === undefined ? -1 : lines.findIndex((line, index) => index > first && line.includes(quote));
  return Math.max(first, last);
}

/** The file's text without a byte order mark. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new SettingError(file, `cannot read the file: ${(error as Error).message}`);
  }
}
