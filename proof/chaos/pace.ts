import type { Role } from '../rig/tollgate-process.js';

/** Load and delays of a run. */
export interface Pace {
  /** Number of processes of each kind. */
  readonly members: Readonly<Record<Role, number>>;
  readonly clientsPerMerchant: number;
  /** Clients of sandboxes. Each uses one sandbox at a time. */
  readonly sandboxClients: number;
  /** Duration of the load before the first fault and after the last recovery. */
  readonly calmMs: number;
  /** The longest lifetime of a charge, in seconds. */
  readonly longestWaitS: number;
  /**
   * True if slowness after the recovery is a breach. Loss, duplication, partial work and errors are always
   * breaches.
   */
  readonly isTimed: boolean;
}

export const FULL: Pace = {
  members: { api: 2, vault: 2, worker: 2, pay: 1, control: 2 },
  clientsPerMerchant: 4,
  sandboxClients: 4,
  calmMs: 1_500,
  longestWaitS: 12,
  isTimed: true,
};

/** For busy machines and short runs. */
export const SHORT: Pace = {
  members: { api: 2, vault: 1, worker: 2, pay: 1, control: 2 },
  clientsPerMerchant: 2,
  sandboxClients: 2,
  calmMs: 300,
  longestWaitS: 4,
  isTimed: false,
};
