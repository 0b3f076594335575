// Puts the programs that the build has compiled, and what they load, into few files: Node spends most of a
// start on looking for thousands of them (docs/decisions/0004-build-and-images.md). Programs share files, in
// dist/shared. Modules that specs import stay as they were compiled.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BANNER, isBundled, LOADED, PRELOAD, PROGRAMS, SHARED } from './programs.mjs';

/** Optional dependencies of dependencies, which are not installed. */
const ABSENT = [
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'cloudflare:sockets',
  'pg-native',
];
// A bundle takes the place of the program that it is made from. They are there again after the next build,
// which begins with an empty folder.
if (!PROGRAMS.every(isBundled)) {
  if (PROGRAMS.some(isBundled))
    throw new Error(
      'some programs in dist are bundled already; run "npm run build", with no other build at the same time',
    );
  rmSync(join('dist', SHARED), { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: PROGRAMS.map((program) => join('dist', program)),
    outdir: 'dist',
    outbase: 'dist',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: `${SHARED}/[hash]`,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    external: [...LOADED, ...ABSENT],
    banner: { js: BANNER },
    logLevel: 'warning',
  });
  for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.js')) escapeWide(file);
  writeFileSync(join('dist', SHARED, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
  // One file, for the Node of a shop, which may be older.
  await build({
    entryPoints: [join('dist', 'apps', 'node-names', 'main.js')],
    outfile: join('dist', PRELOAD),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node16',
    logLevel: 'warning',
  });
}

/** V8 stores the source of a module, and two bytes for each character if one of them needs two. */
function escapeWide(file) {
  const source = readFileSync(file, 'utf8');
  // An escape of an escaped character would mean something else.
  if (/\\[\u0100-\uffff]/.test(source)) throw new Error(`${file} has a backslash before a wide character`);
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, source.replace(/[\u0100-\uffff]/g, escaped));
}

/** Licences of the packages that own these files. */
function licencesOf(files) {
  const folders = files
    .map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort().map(licenceOf).join('\n');
}

function licenceOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const {
    name,
    version,
    license = manifest.licenses?.map(({ type }) => type).join(', ') ?? 'no licence named',
  } = manifest;
  const files = readdirSync(folder);
  const texts = files
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => textOf(folder, file));
  return [
    `==== ${name} ${version} (${license})`,
    ...(texts.length > 0 ? texts : toldOtherwise(folder, manifest, files)),
    '',
  ].join('\n\n');
}

/**
 * A notice for a package without a licence file: author, repository, and the licence section of its readme.
 */
function toldOtherwise(folder, { author, repository, homepage }, files) {
  const readme = files.find((file) => /^readme/i.test(file));
  // Some readmes write names with entities.
  const text = readme && textOf(folder, readme).replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const [part] = (text && /^#+ *licen[cs]e[^]*/im.exec(text)) ?? [];
  const [by, at] = [author?.name ?? author, repository?.url ?? repository ?? homepage];
  return [...(by ? [`Author: ${by}`] : []), ...(at ? [`Repository: ${at}`] : []), ...(part ? [part] : [])];
}

function textOf(folder, file) {
  return readFileSync(join(folder, file), 'utf8').trim();
}
