// Runs groups of specs, the projects of jest.config.ts. A file that fails is run again, alone, after all
// others. If it passes then, it counts as passed and is listed under "Unstable"; if it fails again, the run
// fails. Files that were asked for by name are not run again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A path, for nothing is installed yet when this module is loaded.
const JEST = join(import.meta.dirname, '..', 'node_modules', 'jest', 'bin', 'jest.js');
const SLOWEST_SHOWN = 15;
/** More failed files than this do not fail by chance. */
const MOST_RUN_AGAIN = 10;

/**
 * Each of `runs` is the groups of one run of Jest, and `jestArguments` go to all of them. Prints the closing
 * line, and returns the exit code.
 */
export function runSpecs(runs, jestArguments = []) {
  const results = runs.map((groups) => jest(groups, jestArguments));
  const files = results.flatMap((result) => result.files);
  const failed = files.filter(hasFailed);
  const isWhole = jestArguments.every((argument) => argument.startsWith('--shard'));
  const again = isWhole && failed.length <= MOST_RUN_AGAIN ? failed.map(runAlone) : [];
  const last = files.map((file) => again.find(({ path }) => path === file.path) ?? file);
  const unstable = failed.filter((file) =>
    again.some((second) => second.path === file.path && !hasFailed(second)),
  );
  printTimes(files);
  if (isWhole && failed.length > MOST_RUN_AGAIN)
    console.log(`\n${failed.length} files failed: too many to run again`);
  for (const { path, message } of unstable)
    console.log(`\nUnstable: ${path} failed, then passed when run alone\n${message}`);
  const failures = last.filter(hasFailed).reduce((total, file) => total + Math.max(file.failed, 1), 0);
  const skipped = sum(last, 'skipped');
  console.log(
    `\n${sum(last, 'passed')} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
  if (failures > 0) return 1;
  // Jest can fail without a failed file, for example in its global setup.
  return results.find(({ code, files: ofRun }) => code !== 0 && !ofRun.some(hasFailed))?.code ?? 0;
}

function runAlone(file) {
  console.log(`\nRunning ${file.path} again alone…`);
  const { files } = jest([file.group], ['--maxWorkers=1', '--runTestsByPath', file.path]);
  return files.find(({ path }) => path === file.path) ?? file;
}

/** Exit code of a run, and the result of each file. */
function jest(groups, jestArguments) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-specs-'));
  const resultsFile = join(folder, 'results.json');
  const { status } = spawnSync(
    process.execPath,
    ['--experimental-vm-modules', JEST, ...jestArguments, '--selectProjects', ...groups],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SPEC_RESULTS: resultsFile,
        // Jest passes it to its workers.
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
        // Not UTC, so that code that forgets its time zone fails.
        TZ: 'Asia/Bangkok',
      },
    },
  );
  let files = [];
  try {
    files = JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    // Jest ended before its first spec and has printed why.
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
    console.log(
      `${sum(ofGroup, 'seconds').toFixed(0).padStart(7)} s  ${group}: ${ofGroup.length} files, ${sum(ofGroup, 'passed')} passed`,
    );
  }
}
