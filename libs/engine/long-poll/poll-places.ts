import { Inject, Injectable } from '@nestjs/common';
import { fail } from '#kernel/errors.js';
import { SETTINGS, type Settings } from '#platform/config/settings.js';

/** The part of a host's requests in progress that may wait for one sandbox: a tenth. */
const PART = 10;

/**
 * Limits how many requests of one sandbox wait at once on this host, so that they never take the places of
 * other sandboxes.
 */
@Injectable()
export class PollPlaces {
  private readonly most: number;
  private readonly taken = new Map<string, number>();

  constructor(@Inject(SETTINGS) { maxRequestsInProgress }: Pick<Settings, 'maxRequestsInProgress'>) {
    this.most = Math.ceil(maxRequestsInProgress / PART);
  }

  /**
   * Runs `work` in a place of `owner`. Throws `service_unavailable` with the message of `whenFull` if none is
   * free.
   */
  async hold<T>(owner: string, whenFull: (most: number) => string, work: () => Promise<T>): Promise<T> {
    const taken = this.taken.get(owner) ?? 0;
    if (taken >= this.most) fail('service_unavailable', whenFull(this.most));
    this.taken.set(owner, taken + 1);
    try {
      return await work();
    } finally {
      const left = (this.taken.get(owner) ?? 1) - 1;
      if (left === 0) this.taken.delete(owner);
      else this.taken.set(owner, left);
    }
  }
}
