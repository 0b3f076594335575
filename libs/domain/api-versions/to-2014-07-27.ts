import { renamed, type Difference } from './difference.js';

/** How 2014-07-27 differs from 2015-11-17 (docs/fidelity.md V14). */
export const TO_2014_07_27: readonly Difference[] = renamed('charge', { paid: 'captured' });
