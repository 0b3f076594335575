import type { Charge, ChargeStatus, Page } from './answers.js';
import { TollgateError } from './control.js';
import type { Scope } from './scope.js';
import { failWith } from './story.js';
import { Wait, type Duration } from './time-left.js';

const NOT_FOUND = 404;
/** Charges listed when one is not found. */
const NAMED = 5;

/** `timeout` limits the wait; default 10 s, or the remaining time of the test. */
export interface WaitOptions {
  readonly timeout?: Duration;
}

/** Expectations of a charge. */
export class ChargeExpectation {
  constructor(
    private readonly scope: Scope,
    private readonly id: string,
  ) {}

  /** Returns the charge. */
  async get(): Promise<Charge> {
    try {
      return await this.scope.ask<Charge>('GET', `/api/${this.mode}/charges/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (!(error instanceof TollgateError) || error.status !== NOT_FOUND) throw error;
      return failWith(this.scope, `Charge ${this.id} does not exist in this sandbox.`, [await this.others()]);
    }
  }

  /** Waits for this status and returns the charge. Fails at once if the present status is final. */
  async toBecome(status: ChargeStatus, { timeout }: WaitOptions = {}): Promise<Charge> {
    const wait = new Wait(timeout, this.scope.remaining);
    const object = this.id;
    let { next } = await this.scope.ask<Page<object>>('GET', '/events', {
      query: { object, before: 'end', limit: 1 },
    });
    for (;;) {
      const charge = await this.get();
      if (charge.status === status) return charge;
      const expected = `Expected charge ${this.id} to become ${status}, but it is ${charge.status}`;
      if (charge.status !== 'pending')
        return failWith(this.scope, `${expected}, which is final.`, [endOf(charge)]);
      const { left } = wait;
      if (left === 0)
        return failWith(this.scope, `${expected} after ${wait.lasted}.`, [
          waitingFor(charge),
          await this.comesNext(),
        ]);
      ({ next } = await this.scope.ask<Page<object>>('GET', '/events', {
        query: { object, after: next },
        waitMs: left,
      }));
    }
  }

  private get mode(): string {
    return this.id.startsWith('chrg_test_') ? 'test' : 'live';
  }

  /** The next work that is due. */
  private async comesNext(): Promise<string> {
    const { now, frozen, next } = await this.scope.ask<Clock>('GET', '/clock');
    const due =
      next === null ? 'nothing is due later' : `next due is ${next.kind} of ${next.object_id} at ${next.at}`;
    return `The clock of the sandbox ${frozen ? 'is frozen at' : 'is at'} ${now}; ${due}.`;
  }

  private async others(): Promise<string> {
    const path = `/api/${this.mode}/charges`;
    const { data } = await this.scope.ask<{ data: Charge[] }>('GET', path, {
      query: { limit: NAMED, order: 'reverse_chronological' },
    });
    if (data.length === 0)
      return 'The sandbox has no charges. Check that the program under test uses the keys in tollgate.env.';
    return `Latest charges: ${data.map(({ id, status, amount, currency }) => `${id} (${status}, ${amount} ${currency})`).join(', ')}.`;
  }
}

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly next: { readonly at: string; readonly kind: string; readonly object_id: string } | null;
}

function endOf({ status, failure_code: code, amount, currency, created_at: at }: Charge): string {
  return `Created at ${at} with ${amount} ${currency}; ${status}${code === null ? '' : `: ${code}`}.`;
}

function waitingFor({ created_at: at, expires_at: expires, authorized }: Charge): string {
  const lacks = authorized === true ? 'authorized, not captured' : 'waiting for the customer';
  return `Pending since ${at}, ${lacks}${expires === null ? '' : `, expires at ${expires}`}.`;
}
