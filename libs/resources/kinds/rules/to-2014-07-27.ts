import { renamed, type Difference } from '#engine/versions/rules/difference.js';

/** From 2015-11-17 to 2014-07-27 (docs/fidelity.md V14). */
export const TO_2014_07_27: readonly Difference[] = renamed('charge', { paid: 'captured' });
