// Writes what became of each spec file to the file in SPEC_RESULTS, for run-specs.mjs.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class Results {
  onRunComplete(contexts, { testResults }) {
    const files = testResults.map((result) => ({
      path: relative('.', result.testFilePath),
      group: result.displayName?.name,
      seconds: (result.perfStats.end - result.perfStats.start) / 1_000,
      passed: result.numPassingTests,
      failed: result.numFailingTests,
      skipped: result.numPendingTests,
      // An error outside of specs: the file does not load, or afterAll throws.
      error: result.testExecError !== undefined,
      message: result.failureMessage ?? '',
    }));
    if (process.env.SPEC_RESULTS) writeFileSync(process.env.SPEC_RESULTS, JSON.stringify(files));
  }
}
