import type { Attempt, Delivery, Page } from './answers.js';
import type { WaitOptions } from './charge.js';
import type { Scope } from './scope.js';
import { failWith } from './story.js';
import { Wait } from './time-left.js';

const PAGE = 100;
const MIN_WAIT_MS = 1;

/** Selects the webhooks of one object or mode. */
export interface WebhookOptions {
  readonly object?: string;
  readonly livemode?: boolean;
}

/** An exact status such as `200`, or a class such as `2xx`. */
export type AnswerStatus = number | `${number}xx`;

/** Expectations of webhooks. */
export class WebhookExpectation {
  /** Attempts of deliveries, by their ids. */
  private readonly seen = new Map<string, readonly Attempt[]>();

  constructor(
    private readonly scope: Scope,
    private readonly key: string,
    private readonly options: WebhookOptions,
  ) {}

  /** Waits until the receiver answers one of them with this status, and returns the attempt. */
  async toBeAnswered(status: AnswerStatus = '2xx', { timeout }: WaitOptions = {}): Promise<Attempt> {
    const wait = new Wait(timeout, this.scope.remaining);
    const { object, livemode } = this.options;
    const attempts = { kinds: 'attempt', object, livemode: livemode?.toString() };
    let { next } = await this.scope.ask<Page<object>>('GET', '/timeline', {
      query: { ...attempts, before: 'end', limit: 1 },
    });
    for (;;) {
      await this.look();
      const found = [...this.seen.values()]
        .flat()
        .find(({ answer }) => answer !== null && fitsStatus(answer.status, status));
      if (found) return found;
      const { left } = wait;
      if (left === 0) return this.fail(status, wait.lasted);
      ({ next } = await this.scope.ask<Page<object>>('GET', '/timeline', {
        query: { ...attempts, after: next },
        waitMs: left,
      }));
    }
  }

  /** Reads the attempts of deliveries that have new ones. */
  private async look(): Promise<void> {
    for (const { id, attempt_count: count } of await this.deliveries()) {
      const known = this.seen.get(id);
      const isComplete =
        known?.length === count && known.every(({ answer, error }) => answer !== null || error !== null);
      if (count === 0 || isComplete) continue;
      this.seen.set(id, (await this.scope.ask<{ attempts: Attempt[] }>('GET', `/deliveries/${id}`)).attempts);
    }
  }

  private async deliveries(): Promise<Delivery[]> {
    const found = new Map<string, Delivery>();
    for (let after: string | undefined; ;) {
      const page = await this.scope.ask<Page<Delivery>>('GET', '/deliveries', {
        query: { ...this.filter, limit: PAGE, after },
      });
      for (const delivery of page.data) found.set(delivery.id, delivery);
      if (page.data.length < PAGE) return [...found.values()];
      after = page.next;
    }
  }

  private get filter(): Record<string, string | undefined> {
    const { object, livemode } = this.options;
    return { key: this.key, object, livemode: livemode?.toString() };
  }

  private async fail(status: AnswerStatus, lasted: string): Promise<never> {
    const of = this.options.object === undefined ? '' : ` of ${this.options.object}`;
    const expected = `Expected webhook ${this.key}${of} to be answered ${status}`;
    const attempts = [...this.seen.values()].flat();
    if (attempts.length > 0)
      return failWith(
        this.scope,
        `${expected}, but it was not after ${lasted}.`,
        attempts.map(attemptInWords),
      );
    const waiting = (await this.deliveries()).map(
      ({ id, status: state, uri }) => `${id} to ${uri} is ${state}, not sent yet.`,
    );
    const { reason } = await this.scope.ask<Page<Delivery>>('GET', '/deliveries', {
      // From the end of the list, so that the response has the reason why no more come.
      query: {
        ...this.filter,
        after: (await this.scope.ask<Page<Delivery>>('GET', '/deliveries', { query: { before: 'end' } }))
          .next,
      },
      waitMs: MIN_WAIT_MS,
    });
    return failWith(
      this.scope,
      `${expected}, but none was sent within ${lasted}.`,
      waiting.length > 0 ? waiting : [reason ?? ''],
    );
  }
}

/** True if the status equals `expected` or is in its class. */
export function fitsStatus(status: number, expected: AnswerStatus): boolean {
  return typeof expected === 'number' ? status === expected : `${Math.floor(status / PAGE)}xx` === expected;
}

function attemptInWords({ delivery, number, uri, answer, error, at }: Attempt): string {
  const came =
    answer === null
      ? (error ?? 'is in progress')
      : `was answered ${answer.status}${answer.body ? `: ${answer.body.trim()}` : ''}`;
  return `Attempt ${number} of ${delivery} to ${uri} at ${at} ${answer === null && error !== null ? `failed: ${came}` : came}`;
}
