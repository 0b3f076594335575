// Lint, types, format, import rules, links and the rows of docs/fidelity, and the build beside them: as many at once as there are
// processors.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDone, markDone, projectHash } from './prepare.mjs';

const CACHE = join('node_modules', '.cache');
const STAMP = join(CACHE, 'tollgate-checks');
const bin = (name) => join('node_modules', '.bin', name);

/** The longest first. */
const CHECKS = [
  ['Lint and types', bin('oxlint'), ['--deny-warnings']],
  ['Imports', bin('depcruise'), ['apps', 'libs', 'prisma', 'proof']],
  ['Format', bin('oxfmt'), ['--check']],
  ['Links', process.execPath, [join('scripts', 'links.mjs')]],
  ['Fidelity rows', process.execPath, [join('scripts', 'fidelity.mjs'), '--check']],
];
const BUILD = ['Build', process.execPath, [join('scripts', 'build.mjs')]];

/**
 * Runs all checks, and ends the process if one fails. Skips the checks if nothing has changed since they
 * passed.
 */
export async function checkAndBuild() {
  const project = projectHash();
  const waiting = isDone(STAMP, project) ? [BUILD] : [BUILD, ...CHECKS];
  const failed = [];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift())
      if (!(await hasPassed(job))) failed.push(job[0]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  if (failed.length > 0) {
    console.error(`Failed checks: ${failed.join(', ')}`);
    process.exit(1);
  }
  markDone(STAMP, project);
}

/** Its output is kept together. */
async function hasPassed([title, command, args]) {
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${title}: ${code === 0 ? 'passed' : 'failed'} (${seconds} s)`);
  if (code !== 0) console.error(`${output}${errors}`);
  return code === 0;
}
