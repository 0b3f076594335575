import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './setting-schema.js';

/** Names in the file that are no settings: those of compose, and the environment of a sandbox that the control host prints. */
const OTHER_NAME = /^(COMPOSE_|TOLLGATE_((API|VAULT|PAY|CONTROL)_URL|SANDBOX|(LIVE_)?(PUBLIC|SECRET)_KEY|WEBHOOK_SECRET)$)/;

/** The process's environment over what `.env` in the working folder says. A name in that file that is no setting is refused. */
export function loadEnvironment(file = '.env'): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env;
  // parseEnv takes a line of blanks for the beginning of the next name.
  const text = readText(file).replaceAll(/^[ \t]+$/gm, '');
  text.split(/\r?\n/).forEach((line, index) => demandSetting(file, line, index + 1));
  const values = parseEnv(text);
  const unknown = Object.keys(values).find((name) => !SETTING_NAMES.includes(name) && !OTHER_NAME.test(name));
  if (unknown !== undefined)
    throw new SettingError(unknown.replaceAll(/\s+/g, ' '), `is in ${file} but is not a setting of Tollgate; .env.example lists them`);
  // An empty variable counts as not set, so it does not hide what the file says.
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...values, ...Object.fromEntries(set) };
}

/** Sets what the process's environment leaves unset. */
export function setUnset(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) if (!process.env[name]?.trim()) process.env[name] = value;
}

/** Refuses a line that sets nothing, which is a mistake. The message has its number and not its text, which may be a secret. */
function demandSetting(file: string, line: string, number: number): void {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return;
  const wrong = (problem: string): never => {
    throw new SettingError(file, `line ${number} ${problem}`);
  };
  const [name, value] = [
    text
      .split('=', 1)[0]
      ?.replace(/^export\s+/, '')
      .trim() ?? '',
    text.slice(text.indexOf('=') + 1).trim(),
  ];
  if (!text.includes('=')) wrong('has no "="; each line is NAME=value, or a comment that begins with #');
  if (name === '') wrong('has no name before its "="');
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote !== undefined && !value.slice(1).includes(quote)) wrong(`has a value that begins with ${quote} and has no closing ${quote}`);
}

/** The file's text, without the mark that some editors put at its beginning. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new SettingError(file, `cannot be read: ${(error as Error).message}`);
  }
}
