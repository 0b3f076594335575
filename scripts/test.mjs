// `npm test`: everything that is missing, then lint, import rules, types and all specs. Arguments go to Jest.
import { join } from 'node:path';
import { build, prepare, step } from './prepare.mjs';

prepare();
const bin = (name) => join('node_modules', '.bin', name);
if (process.argv.length === 2) {
  step('Linting', bin('eslint'), ['.', '--max-warnings=0']);
  step('Checking format', bin('prettier'), ['--check', '--log-level=warn', '.']);
  step('Checking imports', bin('depcruise'), ['apps', 'libs', 'prisma']);
  step('Checking types', bin('tsc'), ['--noEmit']);
}
build();
step(
  'Running specs',
  process.execPath,
  ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', bin('jest'), '--forceExit', ...process.argv.slice(2)],
  {
    // Not UTC, so that code that forgets its time zone is found out.
    env: { ...process.env, TZ: 'Asia/Bangkok' },
  },
);
