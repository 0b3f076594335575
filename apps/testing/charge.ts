import type { Charge, ChargeStatus, Page } from './answers.js';
import { TollgateError } from './control.js';
import type { Scope } from './scope.js';
import { failWith } from './story.js';
import { Wait, type Duration } from './time-left.js';

const NOT_FOUND = 404;
/** How many others are named where a charge is not found. */
const NAMED = 5;

/** How long to wait, unless 10 s or what the test has left. */
export interface WaitOptions {
  readonly timeout?: Duration;
}

/** A charge that something is expected of. */
export class ChargeExpectation {
  constructor(
    private readonly scope: Scope,
    private readonly id: string,
  ) {}

  /** The charge as it is. */
  async get(): Promise<Charge> {
    try {
      return await this.scope.ask<Charge>('GET', `/api/${this.mode}/charges/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (!(error instanceof TollgateError) || error.status !== NOT_FOUND) throw error;
      return failWith(this.scope, `The charge ${this.id} is not in this sandbox.`, [await this.others()]);
    }
  }

  /** Waits until the charge has this status, and gives it. Fails at once where the status cannot change any more. */
  async toBecome(status: ChargeStatus, { timeout }: WaitOptions = {}): Promise<Charge> {
    const wait = new Wait(timeout, this.scope.remaining);
    const object = this.id;
    let { next } = await this.scope.ask<Page<object>>('GET', '/events', { query: { object, before: 'end', limit: 1 } });
    for (;;) {
      const charge = await this.get();
      if (charge.status === status) return charge;
      const expected = `Expected the charge ${this.id} to become ${status}, but it is ${charge.status}`;
      if (charge.status !== 'pending') return failWith(this.scope, `${expected}, and stays so.`, [endOf(charge)]);
      const { left } = wait;
      if (left === 0) return failWith(this.scope, `${expected} after ${wait.lasted}.`, [waitingFor(charge), await this.comesNext()]);
      ({ next } = await this.scope.ask<Page<object>>('GET', '/events', { query: { object, after: next }, waitMs: left }));
    }
  }

  private get mode(): string {
    return this.id.startsWith('chrg_test_') ? 'test' : 'live';
  }

  /** What the clock would bring. */
  private async comesNext(): Promise<string> {
    const { now, frozen, next } = await this.scope.ask<Clock>('GET', '/clock');
    const due = next === null ? 'nothing is to come' : `next comes ${next.kind} of ${next.object_id} at ${next.at}`;
    return `The clock of the sandbox ${frozen ? 'is frozen at' : 'is at'} ${now}; ${due}.`;
  }

  private async others(): Promise<string> {
    const path = `/api/${this.mode}/charges`;
    const { data } = await this.scope.ask<{ data: Charge[] }>('GET', path, { query: { limit: NAMED, order: 'reverse_chronological' } });
    if (data.length === 0) return 'There is no charge in it: does the program under test use the keys of this sandbox (tollgate.env)?';
    return `There are: ${data.map(({ id, status, amount, currency }) => `${id} (${status}, ${amount} ${currency})`).join(', ')}.`;
  }
}

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly next: { readonly at: string; readonly kind: string; readonly object_id: string } | null;
}

function endOf({ status, failure_code: code, amount, currency, created_at: at }: Charge): string {
  return `Made at ${at} over ${amount} ${currency}, it is ${status}${code === null ? '' : `: ${code}`}.`;
}

function waitingFor({ created_at: at, expires_at: expires, authorized }: Charge): string {
  const lacks = authorized === true ? 'is authorized and not captured' : 'waits for the customer';
  return `It is pending since ${at}, ${lacks}${expires === null ? '' : `, and expires at ${expires}`}.`;
}
