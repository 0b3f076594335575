import { Injectable } from '@nestjs/common';

/** The clock of an account; every account has its own. */
export interface HasClock {
  /** Offset from the machine's clock while it runs. */
  readonly clockOffsetMs: number;
  /** The time of a frozen clock; null while it runs. */
  readonly frozenAt: Date | null;
}

/**
 * Every timestamp, expiry and retry of an account goes through it, so that its time can be moved. Ids read
 * the machine's clock themselves.
 */
@Injectable()
export class Clock {
  /** The account's time now. */
  now(account: HasClock): Date {
    return account.frozenAt ?? new Date(Date.now() + account.clockOffsetMs);
  }

  /** The machine's time, for what belongs to no account. */
  machineNow(): Date {
    return new Date();
  }
}
