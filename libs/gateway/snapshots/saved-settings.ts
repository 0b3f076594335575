import type { AccountRow } from '../sandboxes/epoch-statement.js';

/** The settings that decide how calls come out: they go back with the rows. Keys, addresses and what deliveries are sent like stay as they are. */
export const SAVED_SETTINGS = [
  'country',
  'currency',
  'api_version',
  'three_d_secure',
  'zero_interest_installments',
  'fidelity',
] as const satisfies readonly (keyof AccountRow)[];

export type SavedSettings = Pick<AccountRow, (typeof SAVED_SETTINGS)[number]>;
