import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './settings.js';

const COMPOSE_NAME = /^COMPOSE_/;

/** The process's environment over what `.env` in the working folder says. A name in that file that is no setting is refused. */
export function loadEnvironment(file = '.env'): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env;
  const values = parseEnv(readText(file));
  const unknown = Object.keys(values).find((name) => !SETTING_NAMES.includes(name) && !COMPOSE_NAME.test(name));
  if (unknown !== undefined)
    throw new SettingError(unknown.replaceAll(/\s+/g, ' '), `is in ${file} but is not a setting of Tollgate; .env.example lists them`);
  // An empty variable counts as not set, so it does not hide what the file says.
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...values, ...Object.fromEntries(set) };
}

/** The file's text, without the mark that some editors put at its beginning. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new SettingError(file, `cannot be read: ${(error as Error).message}`);
  }
}
