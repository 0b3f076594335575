// `npm test`: everything that is missing, then the checks and the specs of every day. `npm run test:faults` (--faults): the specs that kill, flood,
// fuzz and measure. Arguments go to Jest, and leave the checks out.
import { join } from 'node:path';
import { checkAndBuild } from './checks.mjs';
import { build, prepare, step } from './prepare.mjs';

const isFaults = process.argv[2] === '--faults';
const jestArguments = process.argv.slice(isFaults ? 3 : 2);

prepare();
if (isFaults || jestArguments.length > 0) build();
else await checkAndBuild();
step(
  'Running specs',
  process.execPath,
  [
    '--experimental-vm-modules',
    join('node_modules', '.bin', 'jest'),
    ...jestArguments,
    '--selectProjects',
    ...(isFaults ? ['faults'] : ['unit', 'e2e']),
  ],
  {
    env: {
      ...process.env,
      // Jest's workers are told by it too.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      // Not UTC, so that code that forgets its time zone is found out.
      TZ: 'Asia/Bangkok',
    },
  },
);
