// Maps modules of Tollgate in end-to-end specs to the build. Node loads them once for all files of a worker,
// and the running gateway uses the same modules. The source file only determines the path.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);

export default {
  /** A module that has the exports of the built one. */
  process(_source, file, { config: { rootDir } }) {
    const built = join(rootDir, 'dist', relative(rootDir, file).replace(/\.ts$/, '.js'));
    const names = Object.keys(require(built));
    const exports = names.map((name) => `export const ${name} = built.${name};`);
    return {
      code: [`const built = globalThis.requireBuilt(${JSON.stringify(built)});`, ...exports].join('\n'),
    };
  },
};
