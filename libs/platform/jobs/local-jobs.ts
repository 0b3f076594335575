import { AsyncResource } from 'node:async_hooks';
import type { NewJob } from './job.js';

/** Takes a job that is due, without waiting. */
type Take = (subject: string, group: string | undefined) => void;

/**
 * Hands jobs that are due at once to the worker of the same process, without the queue. Like a job, such work has no
 * state: if the process dies, a sweep does it.
 */
export class LocalJobs {
  private readonly takers = new Map<string, Take>();

  /**
   * Until {@link close}, the worker takes the due jobs of this queue. It does so in its own asynchronous context: the
   * request that offers a job does not wait for its work, which must not log or report anything as part of it.
   */
  open(queue: string, take: Take): void {
    this.takers.set(queue, AsyncResource.bind(take));
  }

  close(): void {
    this.takers.clear();
  }

  /** False if no worker of this process takes the job now. */
  offer({ queue, delayMs, subject, group }: NewJob): boolean {
    const take = delayMs <= 0 ? this.takers.get(queue) : undefined;
    take?.(subject, group);
    return take !== undefined;
  }
}
