import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

const DEFAULT_URL = 'http://127.0.0.1:7403';

/**
 * Address and credentials from the environment. Secrets are never arguments: every user of the machine can
 * read those.
 */
export interface Surroundings {
  /** Without a trailing slash. */
  readonly controlUrl: string;
  /** False for the default address. */
  readonly isUrlGiven: boolean;
  readonly token: string | undefined;
  /** The secret key of a sandbox. */
  readonly key: string | undefined;
  readonly sandbox: string | undefined;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/**
 * The environment has priority over `.env`, which may be another program's: only Tollgate's names are read
 * from it.
 */
export function readSurroundings(file = '.env'): Surroundings {
  const kept = statSync(file, { throwIfNoEntry: false })?.isFile()
    ? parseEnv(readFileSync(file, 'utf8'))
    : {};
  const ours = Object.entries(kept).filter(([name]) => /^(TOLLGATE|CONTROL)_/.test(name));
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  const values: Record<string, string | undefined> = {
    ...Object.fromEntries(ours),
    ...Object.fromEntries(set),
  };
  const port = values['CONTROL_PORT'];
  const given =
    values['TOLLGATE_CONTROL_URL'] ??
    values['CONTROL_URL'] ??
    (port === undefined ? undefined : `http://127.0.0.1:${port}`);
  return {
    controlUrl: (given ?? DEFAULT_URL).replace(/\/+$/, ''),
    isUrlGiven: given !== undefined,
    token: values['CONTROL_TOKEN'],
    key: values['TOLLGATE_SECRET_KEY'],
    sandbox: values['TOLLGATE_SANDBOX'],
    values,
  };
}
