import { createRequire } from 'node:module';

/** The version of the package. */
export const VERSION = (createRequire(import.meta.url)('#package') as { version: string }).version;
