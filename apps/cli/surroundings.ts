import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

const DEFAULT_URL = 'http://127.0.0.1:7403';

/** What the environment says of a Tollgate: which one, and who asks. Secrets are never arguments, which everybody on the machine can read. */
export interface Surroundings {
  /** Of the control host, without a slash at its end. */
  readonly controlUrl: string;
  /** Whether somebody has said so. */
  readonly isUrlGiven: boolean;
  readonly token: string | undefined;
  /** The secret key of a sandbox. */
  readonly key: string | undefined;
  readonly sandbox: string | undefined;
  /** All of it, for who wants to look for mistakes. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** The process's environment over the `.env` of the folder, which may be another program's: of it only names of Tollgate's are read. */
export function readSurroundings(file = '.env'): Surroundings {
  const kept = statSync(file, { throwIfNoEntry: false })?.isFile() ? parseEnv(readFileSync(file, 'utf8')) : {};
  const ours = Object.entries(kept).filter(([name]) => /^(TOLLGATE|CONTROL)_/.test(name));
  const set = Object.entries(process.env).filter(([, value]) => value !== '');
  const values: Record<string, string | undefined> = { ...Object.fromEntries(ours), ...Object.fromEntries(set) };
  const port = values['CONTROL_PORT'];
  const given = values['TOLLGATE_CONTROL_URL'] ?? values['CONTROL_URL'] ?? (port === undefined ? undefined : `http://127.0.0.1:${port}`);
  return {
    controlUrl: (given ?? DEFAULT_URL).replace(/\/+$/, ''),
    isUrlGiven: given !== undefined,
    token: values['CONTROL_TOKEN'],
    key: values['TOLLGATE_SECRET_KEY'],
    sandbox: values['TOLLGATE_SANDBOX'],
    values,
  };
}
