import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package. Built files are found from there, since modules may be bundled. */
export const PACKAGE_FOLDER = dirname(createRequire(import.meta.url).resolve('#package'));
