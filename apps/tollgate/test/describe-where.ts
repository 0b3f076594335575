/**
 * Describes specs that need something of the machine. Where it is missing they are skipped, and one line says
 * why; with CI=true, where everything must be there, that is a failure.
 */
export function describeWhere(isThere: boolean, why: string, name: string, specs: () => void): void {
  if (isThere) {
    describe(name, specs);
  } else if (process.env['CI'] === 'true') {
    it(name, () => {
      throw new Error(`${why}, and CI must run these specs`);
    });
  } else {
    process.stderr.write(`Skipped: ${name} (${why})\n`);
    describe.skip(name, specs);
  }
}
