// Builds the browser library, its form, and the page of the vault that older copies of the library load into
// dist/browser, from where the hosts serve them.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join('apps', 'browser');
const TARGET = join('dist', 'browser');

mkdirSync(TARGET, { recursive: true });
buildSync({
  entryPoints: {
    omise: join(SOURCE, 'src', 'library', 'main.ts'),
    pay: join(SOURCE, 'src', 'form', 'main.ts'),
    provider: join(SOURCE, 'src', 'provider', 'main.ts'),
  },
  outdir: TARGET,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  // The sources of libs, as they are imported with #kernel/ and #pages/.
  conditions: ['source'],
  logLevel: 'warning',
});
for (const file of ['pay.html', 'pay.css', 'provider.html'])
  copyFileSync(join(SOURCE, file), join(TARGET, file));
