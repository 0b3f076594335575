// Prepares the clone: installs, generates and builds. Skips steps that are done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBundled, PROGRAMS } from './programs.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = [20, 19];
const SOURCES = [
  'apps',
  'libs',
  'prisma',
  'proof',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  join('scripts', 'bundle.mjs'),
  join('scripts', 'programs.mjs'),
];
const NOT_OURS = ['.git', '.tollgate', 'coverage', 'dist', 'node_modules'];
const TEXT = /\.([cm]?[jt]sx?|md|prisma|ya?ml|py|sh)$|(^|\/)(Dockerfile|\.env\.example|Caddyfile)$/;
/** The files that tsconfig.build.json includes. */
const isBuilt = (file) => !/\.spec\.ts$|\/test\//.test(file);
const GENERATED_FROM = [
  'libs',
  'prisma/migrations',
  'prisma/schema',
  'scripts/openapi',
  'prisma.config.ts',
  'package-lock.json',
  'package.json',
];
const GENERATED = [
  'libs/platform/database/generated/client.ts',
  'libs/pages/openapi/generated/openapi.ts',
  'libs/pages/openapi/generated/operations.ts',
  'apps/console/src/api/generated/control-api.ts',
  'apps/console/src/api/generated/kinds.ts',
  'apps/cli/generated/operations.ts',
];

export function prepare() {
  install();
  generate();
}

/** Installs every package of the lockfile unless all are there. NODE_ENV and npm's settings may omit some. */
export function install() {
  process.chdir(root);
  checkNode();
  const everything = ['--include=dev', '--include=optional', '--include=peer'];
  if (!isInstalled()) npm('Installing packages', ['ci', ...everything, '--loglevel=error']);
}

/** Compiles unless `dist` is up to date. */
export function build() {
  const stamp = join('dist', '.sources');
  const sources = hash(SOURCES, isBuilt);
  if (isDone(stamp, sources)) return;
  step('Building', process.execPath, [join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build']);
  step('Bundling the programs', process.execPath, [join('scripts', 'bundle.mjs')]);
  const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', join('apps', 'console')];
  // Jest sets NODE_ENV=test, for which React's build is larger and slower.
  step('Building the console', process.execPath, vite, { env: { ...process.env, NODE_ENV: 'production' } });
  step('Building the browser library', process.execPath, [join('scripts', 'build-browser.mjs')]);
  if (!PROGRAMS.every(isBundled))
    throw new Error('another build runs in dist; run this again when it has ended');
  markDone(stamp, sources);
}

/** True if the step that writes the stamp has run on these sources. */
export function isDone(stamp, sources) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

export function markDone(stamp, sources) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

/** Every file of the project's own. */
export function projectFiles() {
  return readdirSync('.')
    .filter((name) => !NOT_OURS.includes(name))
    .flatMap(filesBelow);
}

/** The project's files that people write as text, with their text. */
export function projectTexts() {
  return projectFiles()
    .filter((file) => TEXT.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** The hash of the project's files. */
export function projectHash() {
  return hash(projectFiles(), () => true);
}

/** Runs a command; ends this process if it fails. */
export function step(title, command, args, options = {}) {
  console.log(`${title}…`);
  const { status, signal, error } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(`${title} failed${error ? `: ${error.message}` : ''}`);
  process.exit(signal ? 1 : (status ?? 1));
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Tollgate needs Node ${OLDEST_NODE.join('.')} or newer, not ${process.versions.node}; install a newer Node`,
  );
  process.exit(1);
}

/** True if node_modules matches the lockfile, except for optional packages that may be of other systems. */
function isInstalled() {
  const installedFile = join('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  return wanted.every(([path, entry]) => {
    if (path === '') return true;
    const present = installed[path];
    return present ? present.version === entry.version : entry.optional === true && !isForThisSystem(entry);
  });
}

/** False for packages with a C library too, whose name npm alone knows. */
function isForThisSystem({ os = [], cpu = [], libc }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc === undefined;
}

function generate() {
  const stamp = join('node_modules', '.tollgate-generated');
  const sources = hash(GENERATED_FROM, (file) => !file.includes('generated'));
  if (GENERATED.every(existsSync) && isDone(stamp, sources)) return;
  step('Generating the database client and the OpenAPI document', process.execPath, [
    join('scripts', 'generate.mjs'),
  ]);
  markDone(stamp, sources);
}

function hash(paths, counts) {
  const digest = createHash('sha256');
  for (const file of paths.flatMap(filesBelow).filter(counts).sort())
    digest.update(file).update(readFileSync(file));
  return digest.digest('hex');
}

function filesBelow(path) {
  try {
    const entries = readdirSync(path, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [path];
  }
}

/** Runs npm as a step. On Windows it is a script, which Node starts in a shell only. */
export function npm(title, args, options = {}) {
  if (process.platform !== 'win32') return step(title, 'npm', args, options);
  const command = ['npm', ...args.map((arg) => `"${arg}"`)].join(' ');
  step(title, command, [], { ...options, shell: true });
}
