import { Injectable } from '@nestjs/common';

/** How far an account's time is ahead of the machine's; every account has its own. */
export interface HasClock {
  readonly clockOffsetMs: number;
}

/** The only reader of time. Every timestamp, expiry and retry of an account goes through it, so that its time can be moved. */
@Injectable()
export class Clock {
  /** The account's time now. */
  now(account: HasClock): Date {
    return new Date(Date.now() + account.clockOffsetMs);
  }

  /** The machine's time, for what belongs to no account. */
  machineNow(): Date {
    return new Date();
  }
}
