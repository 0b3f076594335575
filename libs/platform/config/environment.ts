import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './settings.js';

const COMPOSE_NAME = /^COMPOSE_/;

/** The process's environment over what `.env` in the working folder says. A name in that file that is no setting is refused. */
export function loadEnvironment(file = '.env'): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env;
  const values = parseEnv(readFileSync(file, 'utf8'));
  const unknown = Object.keys(values).find((name) => !SETTING_NAMES.includes(name) && !COMPOSE_NAME.test(name));
  if (unknown !== undefined) throw new SettingError(unknown, `is in ${file} but is not a setting of Tollgate; .env.example lists them`);
  return { ...values, ...process.env };
}
