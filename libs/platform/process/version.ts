import { createRequire } from 'node:module';

export const VERSION = (createRequire(import.meta.url)('#package') as { version: string }).version;
