// `npm run package [-- folder]`: writes tollgate-<version>.tgz, which runs with `npx tollgate` on a machine
// with Node alone. It holds the bundled programs, with the dependencies that are not in them at the versions
// of the lockfile, so that nothing but the PostgreSQL of the system is left for npm to fetch, and no script
// of theirs runs. npm pack alone can do neither: it packs what is in the repository. The test helpers are
// packages of their own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packTesting } from './package-testing.mjs';
import { build, npm, prepare } from './prepare.mjs';
import { stage } from './stage.mjs';

const [folder = '.'] = process.argv.slice(2);
const destination = resolve(folder);
mkdirSync(destination, { recursive: true });
prepare();
build();
const staging = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
try {
  stage(staging);
  npm('Packing', ['pack', '--pack-destination', destination, '--loglevel=error'], { cwd: staging });
} finally {
  rmSync(staging, { recursive: true, force: true });
}
packTesting(destination);
