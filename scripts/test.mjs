// `npm test`: installs and generates what is missing, then checks, unit and e2e specs. `--group=` names another group; `all` means checks and every
// group. Other arguments go to Jest, and the checks are skipped.
import { checkAndBuild } from './checks.mjs';
import { build, prepare } from './prepare.mjs';
import { runSpecs } from './run-specs.mjs';

const EVERYDAY = ['unit', 'e2e'];
const [, named] = process.argv[2]?.match(/^--group=(\w+)$/) ?? [];
const jestArguments = process.argv.slice(named ? 3 : 2);

/** Groups of one run share its workers. Faults flood the machine, and have a run of their own. */
function runsOf(group) {
  if (group === undefined) return [EVERYDAY];
  if (group === 'all') return [[...EVERYDAY, 'browser', 'programs'], ['faults']];
  return [[group]];
}

prepare();
if (jestArguments.length > 0 || (named && named !== 'all')) build();
else await checkAndBuild();
process.exitCode = runSpecs(runsOf(named), jestArguments);
