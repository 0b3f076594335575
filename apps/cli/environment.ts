import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DEFAULT_NAMES } from '#platform/config/name-settings.js';
import { SETTING_NAMES } from '#platform/config/setting-schema.js';
import { PACKAGE_FOLDER } from '#platform/process/package-folder.js';

const OPENING_ALL = ['CONTROL_TOKEN', 'SANDBOX_SECRET'];
/** Connects the processor's names to Tollgate in every Node process (apps/node-names). */
const NODE_NAMES = join(PACKAGE_FOLDER, 'dist', 'apps', 'node-names', 'preload.cjs');

/**
 * For a program under test: this environment and the variables of a `.env` text, without secrets for several
 * sandboxes. Its Node processes find Tollgate under the processor's names.
 */
export function environmentWith(text: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !OPENING_ALL.includes(name));
  const { NODE_OPTIONS, no_proxy, NO_PROXY } = process.env;
  // Node can send every fetch to a proxy (NODE_USE_ENV_PROXY).
  const direct = [no_proxy ?? NO_PROXY, ...DEFAULT_NAMES].filter(Boolean).join(',');
  return {
    ...Object.fromEntries(others),
    ...{ NODE_OPTIONS: withPreload(NODE_OPTIONS, NODE_NAMES), no_proxy: direct, NO_PROXY: direct },
    ...(parseEnv(text) as Record<string, string>),
  };
}

/** This environment with one more variable. */
export function environmentAnd(name: string, value: string): NodeJS.ProcessEnv {
  return { ...process.env, [name]: value };
}

/** Appends a module to NODE_OPTIONS. Quotes are only for paths that need them: not every reader knows them. */
export function withPreload(options: string | undefined, file: string): string {
  const path = /[\s"\\]/.test(file) ? `"${file.replaceAll(/["\\]/g, String.raw`\$&`)}"` : file;
  return [options, `--require=${path}`].filter(Boolean).join(' ');
}

/** For a Tollgate that `exec` starts: a DATABASE_URL here belongs to the program under test. */
export function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name)));
}

/** True for a terminal, unless NO_COLOR is set. */
export function mayColour({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
