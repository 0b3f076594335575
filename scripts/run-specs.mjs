// Runs groups of specs, the projects of jest.config.ts. A file that fails is run once more, alone, after all others. If it passes then, it counts as
// passed and is named under "Unstable"; if it fails again, the run fails.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');
const SLOWEST_SHOWN = 15;
/** With more failed files than this the cause is no chance, and none is run again. */
const MOST_RUN_AGAIN = 10;

/**
 * Resolves groups one run of Jest after the other: `runs` has the groups of each. Arguments go to Jest. Prints the closing line, and returns the exit
 * code.
 */
export function runSpecs(runs, jestArguments = []) {
  const results = runs.map((groups) => jest(groups, jestArguments));
  const files = results.flatMap((result) => result.files);
  const failed = files.filter(hasFailed);
  const broken = results.find(({ code, files: ofRun }) => code !== 0 && !ofRun.some(hasFailed));
  const again = failed.length > MOST_RUN_AGAIN ? [] : failed.map(({ path, group }) => runAlone(path, group, jestArguments));
  const last = files.map((file) => again.find(({ path }) => path === file.path) ?? file);
  const unstable = failed.filter((file) => again.some((second) => second.path === file.path && !hasFailed(second)));
  printTimes(files);
  if (failed.length > MOST_RUN_AGAIN) console.log(`\n${failed.length} files failed: none was run again, for that is too many to be chance`);
  for (const { path, message } of unstable) console.log(`\nUnstable: ${path} failed, and passed when it was run again alone\n${message}`);
  const passed = sum(last, 'passed');
  const failures = last.filter(hasFailed).reduce((total, { failed: count }) => total + Math.max(count, 1), 0);
  const skipped = sum(last, 'skipped');
  console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failures > 0 ? 1 : (broken?.code ?? 0);
}

function runAlone(path, group, jestArguments) {
  console.log(`\nRunning ${path} again, alone…`);
  const others = jestArguments.filter((argument) => !argument.startsWith('--shard'));
  const { files } = jest([group], [...others, '--runInBand', '--runTestsByPath', path]);
  return files.find((file) => file.path === path) ?? { path, group, seconds: 0, passed: 0, failed: 1, skipped: 0, error: true, message: '' };
}

/** The exit code of a run, and what became of each file. */
function jest(groups, jestArguments) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-specs-'));
  const resultsFile = join(folder, 'results.json');
  const { status } = spawnSync(process.execPath, ['--experimental-vm-modules', JEST, ...jestArguments, '--selectProjects', ...groups], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SPEC_RESULTS: resultsFile,
      // Jest passes it to its workers.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      // Not UTC, so that code that forgets its time zone fails.
      TZ: 'Asia/Bangkok',
    },
  });
  let files = [];
  try {
    files = JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    // Jest ended before its first spec, and has said why.
  }
  rmSync(folder, { recursive: true, force: true });
  return { code: status ?? 1, files };
}

function hasFailed({ failed, error }) {
  return failed > 0 || error;
}

function sum(files, key) {
  return files.reduce((total, file) => total + file[key], 0);
}

function printTimes(files) {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  console.log(`\nThe slowest of ${files.length} files:`);
  for (const { path, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
  console.log('\nSeconds of all workers:');
  for (const group of new Set(files.map((file) => file.group))) {
    const ofGroup = files.filter((file) => file.group === group);
    console.log(`${sum(ofGroup, 'seconds').toFixed(0).padStart(7)} s  ${group}: ${ofGroup.length} files, ${sum(ofGroup, 'passed')} passed`);
  }
}
