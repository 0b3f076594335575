import {
  answersAsDocumented,
  answersOncePerKey,
  answersWhenHealed,
  doesWhatItWasAsked,
  keepsWhatItAnswered,
} from './checks/answers.js';
import { endsEachChargeOnce, leavesNoHalves, staysWithinLimits } from './checks/charges.js';
import { deliversEveryEvent, deliversNothingElse } from './checks/deliveries.js';
import { balancesTheJournal } from './checks/journal.js';
import { endsEveryMove, expiresAtItsInstant, neverGoesBack, sendsWhatItCaused } from './checks/clocks.js';
import { forgetsOldEpochs, sendsNothingOld } from './checks/epochs.js';
import { keepsSchedules, paysOutOnce } from './checks/payouts.js';
import { goesBackWhole } from './checks/snapshots.js';
import { keepsSandboxes, leavesNoRemains } from './checks/remains.js';
import { expiresInTime, staysUp } from './checks/time.js';
import type { Evidence } from './evidence.js';

/** Returns a sentence for each breach of a promise. */
type Check = (evidence: Evidence) => string[];

/** Tollgate's promises, in the order of their checks. Losses explained by an earlier breach are `lost`. */
const PROMISES = {
  keepsWhatItAnswered,
  doesWhatItWasAsked,
  leavesNoHalves,
  answersOncePerKey,
  endsEachChargeOnce,
  staysWithinLimits,
  balancesTheJournal,
  deliversEveryEvent,
  deliversNothingElse,
  expiresInTime,
  keepsSandboxes,
  forgetsOldEpochs,
  sendsNothingOld,
  goesBackWhole,
  paysOutOnce,
  keepsSchedules,
  expiresAtItsInstant,
  sendsWhatItCaused,
  neverGoesBack,
  endsEveryMove,
  leavesNoRemains,
  staysUp,
  answersWhenHealed,
  answersAsDocumented,
} as const satisfies Record<string, Check>;

export type Promised = keyof typeof PROMISES;

/** The breaches of each broken promise. */
export type Breaches = ReadonlyMap<Promised, readonly string[]>;

/** Checks every promise. */
export function check(evidence: Evidence): Breaches {
  const found = (Object.entries(PROMISES) as [Promised, Check][]).map(
    ([name, judge]) => [name, judge(evidence)] as const,
  );
  return new Map(found.filter(([, breaches]) => breaches.length > 0));
}
