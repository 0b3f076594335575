// Copies what is installed of Tollgate, by npm (scripts/package.mjs) or in an image (Dockerfile), from a
// clone that is built into a folder: `node scripts/stage.mjs folder`.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBundled, LOADED, PRELOAD, PROGRAMS, SHARED } from './programs.mjs';

/** Files that no program loads: types, source maps, and the READMEs of dependencies. */
const NOT_LOADED = /\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$/;
/** Maps from code to sources, and the pictures of the documentation. */
const NOT_STAGED = /\.map$|docs.images/;
const LICENCE = /\/(licen[cs]e|notice|copying)[^/]*$/i;
/** Other builds of the same code than the one that Node loads here, by the package that they are in. */
const OTHER_BUILDS = {
  '@prisma/client': /\/runtime\/(?!client\.|query_compiler_small_bg\.postgresql\.)/,
};

/** @param {string} folder the target folder */
export function stage(folder) {
  if (!PROGRAMS.every(isBundled))
    throw new Error('the programs in dist are not bundled; run "npm run build"');
  const manifest = manifestOf(JSON.parse(readFileSync('package.json', 'utf8')));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const path of [
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'SECURITY.md',
    '.env.example',
    join('prisma', 'migrations'),
    'docs',
    'skills',
    ...[...PROGRAMS, PRELOAD, SHARED, 'console', 'browser'].map((path) => join('dist', path)),
  ])
    if (existsSync(path))
      cpSync(path, join(folder, path), { recursive: true, filter: (file) => !NOT_STAGED.test(file) });
  for (const name of LOADED) {
    copyModule(name, folder);
    trimManifest(join(folder, 'node_modules', name, 'package.json'));
  }
}

/** Omits entries that only a clone needs, and bundled dependencies. */
function manifestOf({
  name,
  version,
  description,
  license,
  type,
  engines,
  imports,
  dependencies,
  optionalDependencies,
}) {
  return {
    ...{ name, version, description, license, type, engines },
    bin: { [name]: './dist/apps/cli/main.js' },
    // Imports that programs resolve at run time; modules are in the bundles.
    imports: { '#migrations/*': imports['#migrations/*'], '#package': imports['#package'] },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([dependency]) => LOADED.includes(dependency)),
    ),
    bundleDependencies: LOADED,
    optionalDependencies,
  };
}

function copyModule(name, folder) {
  const path = `node_modules/${name}`;
  const isLeftOut = (file) =>
    !LICENCE.test(file) && (NOT_LOADED.test(file) || OTHER_BUILDS[name]?.test(file));
  cpSync(path, join(folder, path), {
    recursive: true,
    filter: (from) => {
      const file = from.split(sep).join('/');
      return file === path || (!file.startsWith(`${path}/node_modules`) && !isLeftOut(file));
    },
  });
}

/** Leaves nothing in it that npm would run, or look for in vain. */
function trimManifest(file) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const field of [
    'scripts',
    'devDependencies',
    'peerDependencies',
    'peerDependenciesMeta',
    'optionalDependencies',
  ])
    delete manifest[field];
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => LOADED.includes(name));
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.argv[2] ?? 'staged';
  mkdirSync(folder, { recursive: true });
  stage(folder);
}
