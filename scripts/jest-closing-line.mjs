// The end of a run, for people and for CI: the files that took longest, and how many specs passed, failed and were skipped.
import { relative } from 'node:path';

const SHOWN = 10;

export default class ClosingLine {
  onRunComplete(_contexts, { testResults, numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    const files = testResults
      .map(({ testFilePath, perfStats }) => ({ path: relative('.', testFilePath), seconds: (perfStats.end - perfStats.start) / 1_000 }))
      .sort((a, b) => b.seconds - a.seconds);
    const lines = files.slice(0, SHOWN).map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    process.stdout.write(`\nThe slowest of ${files.length} files:\n${lines.join('\n')}\n`);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed${skipped}\n`);
  }
}
