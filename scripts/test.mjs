// `npm test`: installs and generates what is missing, then runs the checks, unit and e2e specs. `--group=`
// names another group of specs, `checks` alone, or `all` of it. Other arguments go to Jest, and the checks
// are skipped.
import { checkAndBuild } from './checks.mjs';
import { build, prepare } from './prepare.mjs';
import { runSpecs } from './run-specs.mjs';

const EVERYDAY = ['unit', 'e2e'];
const [, group = 'everyday'] = process.argv[2]?.match(/^--group=(\w+)$/) ?? [];
const jestArguments = process.argv.slice(2).filter((argument) => !argument.startsWith('--group='));

/** Groups of one run share its workers. Faults flood the machine, so they run by themselves. */
const RUNS = {
  everyday: [EVERYDAY],
  all: [[...EVERYDAY, 'browser', 'programs'], ['faults']],
  checks: [],
};
const isChecked = group in RUNS && jestArguments.length === 0;

prepare();
if (isChecked) await checkAndBuild();
else build();
if (group !== 'checks') process.exitCode = runSpecs(RUNS[group] ?? [[group]], jestArguments);
