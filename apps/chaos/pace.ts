import type { Role } from '../rig/tollgate-process.js';

/** How much goes on in a run, and how long it waits. */
export interface Pace {
  /** How many processes there are of each kind. */
  readonly members: Readonly<Record<Role, number>>;
  readonly clientsPerMerchant: number;
  /** Clients that each work with one sandbox after the other. */
  readonly sandboxClients: number;
  /** How long the load goes on before the first fault and after the last one is mended. */
  readonly calmMs: number;
  /** The latest that a charge is to expire, in seconds from when it is made. */
  readonly longestWaitS: number;
  /** Whether it is a breach to be slow once everything works again. What is lost, doubled, half there or wrong is one at any pace. */
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

/** For a machine that is busy with other things, and for whoever does not want to wait. */
export const SHORT: Pace = {
  members: { api: 2, vault: 1, worker: 2, pay: 1, control: 2 },
  clientsPerMerchant: 2,
  sandboxClients: 2,
  calmMs: 300,
  longestWaitS: 4,
  isTimed: false,
};
