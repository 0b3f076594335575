import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingError } from './setting-error.js';
import { SETTING_NAMES } from './setting-schema.js';

/** Other names that the file may have: Compose's, and the environment of a sandbox. */
const OTHER_NAME =
  /^(COMPOSE_|TOLLGATE_((API|VAULT|PAY|CONTROL)_URL|SANDBOX|(LIVE_)?(PUBLIC|SECRET)_KEY|WEBHOOK_SECRET)$)/;

/**
 * The environment has priority over `.env` in the working folder. An unknown name in the file is an error.
 */
export function loadEnvironment(file = '.env'): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env;
  // parseEnv reads a blank line as the beginning of the next name.
  const text = readText(file).replaceAll(/^[ \t]+$/gm, '');
  text.split(/\r?\n/).forEach((line, index) => assertSetting(file, line, index + 1));
  const values = parseEnv(text);
  const unknown = Object.keys(values).find((name) => !SETTING_NAMES.includes(name) && !OTHER_NAME.test(name));
  if (unknown !== undefined)
    throw new SettingError(
      unknown.replaceAll(/\s+/g, ' '),
      `unknown setting in ${file}; --help lists all settings`,
    );
  // An empty variable counts as unset.
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...values, ...Object.fromEntries(set) };
}

export function setUnset(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values))
    if (!process.env[name]?.trim()) process.env[name] = value;
}

/** Rejects an invalid line. The message has the line's number, not its text, which may be a secret. */
function assertSetting(file: string, line: string, number: number): void {
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
  if (!text.includes('=')) wrong('has no "="; write NAME=value, or begin a comment with #');
  if (name === '') wrong('has no name before its "="');
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote !== undefined && !value.slice(1).includes(quote)) wrong(`has a value without a closing ${quote}`);
}

/** The file's text without a byte order mark. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new SettingError(file, `cannot read the file: ${(error as Error).message}`);
  }
}
