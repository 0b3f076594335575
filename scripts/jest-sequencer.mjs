// Starts the slowest spec files first, in a fresh clone too, so that none of them runs alone at the end.
import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The slowest first: files of 8 s and more, as `npm run test:all` prints them at its end. */
const SLOW = [
  'testing.program.spec.ts',
  'data-dir.program.spec.ts',
  'package.program.spec.ts',
  'all-in-one.program.spec.ts',
  'starting.program.spec.ts',
  'cli.program.spec.ts',
  'console-every-page.browser.spec.ts',
  'console-chips.browser.spec.ts',
  'console-shell.browser.spec.ts',
  'console-pages.browser.spec.ts',
  'console-simulate.browser.spec.ts',
  'console-sandbox.browser.spec.ts',
  'console-steering.browser.spec.ts',
  'console.browser.spec.ts',
  'console-finding.browser.spec.ts',
  'shop-plugins.browser.spec.ts',
  'browser-library.browser.spec.ts',
  'cli-exec.program.spec.ts',
  'openapi.e2e.spec.ts',
  'upgrade.program.spec.ts',
  'vault-secrecy.program.spec.ts',
  'snapshots.e2e.spec.ts',
  'clock.e2e.spec.ts',
  'faults-webhooks.e2e.spec.ts',
  'retention-races.e2e.spec.ts',
  'recorded-shapes.e2e.spec.ts',
  'metrics.e2e.spec.ts',
  'unstable-specs.program.spec.ts',
  'cli-doctor.program.spec.ts',
  'queue-start.program.spec.ts',
  'queue.e2e.spec.ts',
  'names.e2e.spec.ts',
  'snapshot-import.e2e.spec.ts',
];

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = new Map(SLOW.map((name, index) => [name, index]));
    const rankOf = ({ path }) => rank.get(basename(path)) ?? SLOW.length;
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
