// Packs the test helpers (docs/testing.md): tollgate-testing-<version>.tgz for npm, as modules and as
// CommonJS, and the plugin for pytest as tollgate_pytest-<version>-py3-none-any.whl. `node
// scripts/package-testing.mjs [folder]` packs these alone; `npm run package` does it too.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { npm, prepare, step } from './prepare.mjs';
import { writeWheel } from './wheel.mjs';

const SOURCE = join('apps', 'testing');
/** The name of an entry, and its file. */
const ENTRIES = {
  '.': 'testing',
  './jest': 'jest',
  './vitest': 'vitest',
  './playwright': 'playwright',
  './testcontainers': 'testcontainers',
  './node-names': 'node-names',
};
/** Test runners of the entries; users of an entry install them. */
const RUNNERS = { '@playwright/test': '>=1.40.0', testcontainers: '>=10.0.0', vitest: '>=3.0.0' };

/** @param {string} destination a folder that exists */
export function packTesting(destination) {
  const staging = mkdtempSync(join(tmpdir(), 'tollgate-testing-'));
  try {
    stage(staging);
    const args = ['pack', '--pack-destination', destination, '--loglevel=error'];
    npm('Packing the test helpers', args, { cwd: staging });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  packPlugin(destination);
}

/** pytest finds it by its entry point. */
function packPlugin(destination) {
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeWheel(destination, {
    ...{ name: 'tollgate-pytest', version, license, python: '>=3.8' },
    summary: 'Test helpers for Tollgate: a sandbox for each test, with expectations',
    entryPoints: '[pytest11]\ntollgate = pytest_tollgate\n',
    modules: { 'pytest_tollgate.py': readFileSync(join('apps', 'pytest', 'pytest_tollgate.py'), 'utf8') },
  });
}

/** @param {string} folder */
function stage(folder) {
  const { version, license, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const manifest = {
    name: '@tollgate/testing',
    version,
    description: 'Test helpers for Tollgate: a sandbox for each test, with expectations',
    ...{ license, engines },
    type: 'module',
    exports: Object.fromEntries(Object.entries(ENTRIES).map(([entry, file]) => [entry, exportOf(file)])),
    peerDependencies: RUNNERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(RUNNERS).map((name) => [name, { optional: true }])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync('LICENSE', join(folder, 'LICENSE'));
  copyFileSync(join('docs', 'testing.md'), join(folder, 'README.md'));
  bundle(folder, 'esm', '.js');
  bundle(folder, 'cjs', '.cjs');
  declare(folder);
}

function exportOf(file) {
  return {
    import: { types: `./types/${file}.d.ts`, default: `./esm/${file}.js` },
    require: { types: `./types/${file}.d.cts`, default: `./cjs/${file}.cjs` },
  };
}

function bundle(folder, format, extension) {
  buildSync({
    entryPoints: Object.values(ENTRIES).map((file) => join(SOURCE, `${file}.ts`)),
    outdir: join(folder, format),
    outExtension: { '.js': extension },
    bundle: true,
    // Entries share one module, because a test may import it through two of them. esbuild supports this for
    // ES modules only.
    splitting: format === 'esm',
    platform: 'node',
    target: 'node20',
    format,
    external: ['@jest/globals', ...Object.keys(RUNNERS)],
    // The sources of libs, as they are imported with #kernel/.
    conditions: ['source'],
    logLevel: 'warning',
  });
}

/** Types, of the helpers' own files alone; for CommonJS the same under another name. */
function declare(folder) {
  const output = join(folder, 'declared');
  step('Writing type declarations', process.execPath, [
    join('node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    SOURCE,
    '--outDir',
    output,
  ]);
  const types = join(folder, 'types');
  mkdirSync(types);
  for (const file of readdirSync(join(output, SOURCE))) {
    const text = readFileSync(join(output, SOURCE, file), 'utf8');
    writeFileSync(join(types, file), text);
    writeFileSync(
      join(types, file.replace(/\.d\.ts$/, '.d.cts')),
      text.replaceAll(/(from '\.\/[\w-]+)\.js'/g, "$1.cjs'"),
    );
  }
  rmSync(output, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const destination = resolve(process.argv[2] ?? '.');
  prepare();
  packTesting(destination);
}
