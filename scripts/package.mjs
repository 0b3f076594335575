// `npm run package [-- folder]`: writes tollgate-<version>.tgz, which runs with `npx tollgate` on a machine with Node alone. It holds what was built, with its
// dependencies at the versions of the lockfile, so that nothing but the PostgreSQL of the system is left for npm to fetch, and no script of
// theirs runs. npm pack alone can do neither: it packs what is in the repository. The test helpers are packages of their own.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve, sep } from 'node:path';
import { packTesting } from './package-testing.mjs';
import { build, npmCommand, prepare, step } from './prepare.mjs';

/** Programs that run in a clone only, and that of the all-in-one image, which a spec may have left there. */
const NOT_PACKED = ['apps/bench', 'apps/chaos', 'apps/contract', 'apps/rig', 'libs/gateway/bundled'].map((folder) => join('dist', folder));
/** What no program loads: types, maps from code to sources, and the READMEs and tests of dependencies. */
const NOT_LOADED = /\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$|\/bintrees\/test(\/|$)/;
/** Goes with what it is about. */
const LICENCE = /\/(licen[cs]e|notice|copying)[^/]*$/i;
/** Other builds of the same code than the one that Node loads here, by the package that they are in. */
const OTHER_BUILDS = {
  '@prisma/client': /\/runtime\/(?!client\.|query_compiler_small_bg\.postgresql\.)/,
  bullmq: /\/dist\/esm\//,
  'class-validator': /\/(bundles|esm5|esm2015)\//,
  'libphonenumber-js': /\/(bundle|es6|es6-modern)\//,
  luxon: /\/build\/(?!node)|\/src\//,
  'lru-cache': /\/(browser|react-native)\//,
  rxjs: /\/src\/|\/dist\/(bundles|esm|esm5|types)\//,
  'swagger-ui-dist': /\/swagger-ui-dist\/(?!package\.json|LICENSE|swagger-ui\.css$|swagger-ui-bundle\.js$)/,
};

const [folder = '.'] = process.argv.slice(2);
const destination = resolve(folder);
prepare();
build();
const staging = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
try {
  stage(staging);
  step('Packing', npmCommand(), ['pack', '--pack-destination', destination, '--loglevel=error'], {
    cwd: staging,
    shell: process.platform === 'win32',
  });
} finally {
  rmSync(staging, { recursive: true, force: true });
}
packTesting(destination);

/** @param {string} folder */
function stage(folder) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const packed = packedModules();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(manifest, packed), null, 2)}\n`);
  for (const path of [
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'SECURITY.md',
    '.env.example',
    join('prisma', 'migrations'),
    join('docs', 'cli.md'),
  ])
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true });
  cpSync('dist', join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && basename(path) !== '.sources' && !NOT_PACKED.includes(path),
  });
  for (const path of packed) {
    copyModule(path, folder);
    trimManifest(join(folder, path, 'package.json'), packed);
  }
}

/** Without what only a clone needs. Names lead to what was built, whatever conditions somebody asks for. */
function manifestOf({ name, version, description, license, type, engines, imports, dependencies, optionalDependencies }, packed) {
  return {
    ...{ name, version, description, license, type, engines },
    bin: { [name]: './dist/apps/cli/main.js' },
    imports: Object.fromEntries(Object.entries(imports).map(([alias, target]) => [alias, target.default ?? target])),
    dependencies,
    bundleDependencies: packed.filter((path) => path.lastIndexOf('node_modules') === 0).map((path) => path.slice('node_modules/'.length)),
    optionalDependencies,
  };
}

/** Where the dependencies are, as the lockfile has them: no types, and nothing that is of one system alone. */
function packedModules() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path)
    .filter((path) => !/^node_modules\/(@types|@scarf)\//.test(path));
}

function copyModule(path, folder) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const isLeftOut = (file) => !LICENCE.test(file) && (NOT_LOADED.test(file) || OTHER_BUILDS[name]?.test(file));
  cpSync(path, join(folder, path), {
    recursive: true,
    filter: (from) => {
      const file = from.split(sep).join('/');
      return file === path || (!file.startsWith(`${path}/node_modules`) && !isLeftOut(file));
    },
  });
}

/** Leaves nothing in it that npm would run, or look for in vain. */
function trimManifest(file, packed) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const field of ['scripts', 'devDependencies', 'peerDependencies', 'peerDependenciesMeta', 'optionalDependencies'])
    delete manifest[field];
  const names = new Set(packed.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => names.has(name));
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2));
}
