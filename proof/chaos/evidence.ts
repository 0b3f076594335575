import type { Call, Posted } from './history.js';
import type { Merchant } from './merchants.js';
import type { Rows } from './rows.js';
import type { SandboxLife } from './sandbox-history.js';

/** Everything known after a run: requests and responses, received webhooks, the database. */
export interface Evidence {
  readonly calls: readonly Call[];
  readonly posted: readonly Posted[];
  /** The sandboxes of the run without the merchants' accounts, and their webhooks. */
  readonly sandboxes: readonly SandboxLife[];
  readonly sandboxPosted: readonly Posted[];
  /** When a process was frozen, in milliseconds since 1970. */
  readonly freezes: readonly { readonly from: number; readonly to: number }[];
  readonly rows: Rows;
  readonly merchants: readonly Pick<Merchant, 'id' | 'webhookUri'>[];
  /** When everything worked again, in milliseconds since 1970. */
  readonly healedAt: number;
  /** Responses that contradict the OpenAPI document. */
  readonly contradictions: readonly string[];
  /** Processes that ended by themselves. */
  readonly falls: readonly string[];
  readonly webhookSecret: string;
  /** The attempts of a delivery before it is exhausted. */
  readonly maxAttempts: number;
  /** True if slowness after the recovery is a breach. */
  readonly isTimed: boolean;
}

/** The object of an event, right after the change. */
export function dataOf({ body }: { readonly body: string }): Readonly<Record<string, unknown>> {
  return (JSON.parse(body) as { data: Record<string, unknown> }).data;
}

/** Groups the values by name, in order. */
export function groupBy<T>(values: readonly T[], nameOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const name = nameOf(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
