import { renamed, type Downgrade } from './downgrade.js';

/** What was different in 2014-07-27, before 2015-11-17 (docs/fidelity.md V14). */
export const TO_2014_07_27: readonly Downgrade[] = [
  {
    object: 'charge',
    change: 'Whether a charge is paid is `captured`.',
    apply: (view) => renamed(view, { paid: 'captured' }),
  },
];
