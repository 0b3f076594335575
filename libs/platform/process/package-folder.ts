import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Where the package of this code is. What the build puts into files that are no modules is found from there: the modules themselves may be bundled. */
export const PACKAGE_FOLDER = dirname(createRequire(import.meta.url).resolve('#package'));
