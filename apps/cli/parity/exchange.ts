import type { ErrorCode } from '#kernel/errors.js';

/** A part of the emulated API, as the report groups it. */
export type Resource =
  | 'account'
  | 'balance'
  | 'capability'
  | 'cards'
  | 'chains'
  | 'charges'
  | 'checkout_sessions'
  | 'customers'
  | 'disputes'
  | 'documents'
  | 'events'
  | 'forex'
  | 'linked_accounts'
  | 'links'
  | 'receipts'
  | 'recipients'
  | 'refunds'
  | 'schedules'
  | 'search'
  | 'sources'
  | 'tokens'
  | 'transactions'
  | 'transfers'
  | 'versions';

export type Parameters = { readonly [name: string]: Parameter };
export type Parameter = string | number | boolean | readonly Parameter[] | Parameters;

/** A request to both sides. `{charge}` in its path or body is an ID that an earlier exchange saved. */
export interface Exchange {
  /** Unique in its flow. */
  readonly name: string;
  /** Method and path, with its query. */
  readonly request: string;
  /** Default: that of the flow. */
  readonly resource?: Resource;
  /** Default: `api`. */
  readonly host?: 'api' | 'vault' | 'pay';
  /** Default: `secret`. */
  readonly key?: 'public' | 'none' | 'unknown';
  /** Sent as a form with brackets. */
  readonly body?: Parameters;
  /** Sent instead as the file of a multipart form. */
  readonly file?: { readonly name: string; readonly type: string; readonly base64: string };
  /**
   * The error of the answer. It may be missing where an earlier exchange of the same route and key has
   * succeeded: specs take a route's first exchange without an error as its example.
   */
  readonly error?: ErrorCode;
  /** Default: {@link API_VERSION}. */
  readonly version?: string;
  /** Names of IDs, and their paths in the answer. */
  readonly save?: Readonly<Record<string, string>>;
  /** Patterns of paths that are compared by type only. */
  readonly free?: readonly string[];
  /** Patterns of the only paths that are compared by value, in answers with a merchant's own data. */
  readonly exact?: readonly string[];
  /** The row of docs/fidelity.md that describes the answer. */
  readonly row: string;
  /** Rows of parts of the answer, by pattern of their paths. */
  readonly rows?: Readonly<Record<string, string>>;
  /** Asked only if so much of the account's currency is transferable, in its smallest unit. */
  readonly needsBalance?: number;
  /** A path. The request is repeated until the answer has it, because some lists lag behind. */
  readonly awaits?: string;
}

/** Returns a function that makes exchanges with this request. */
export function exchangesOf(
  request: string,
  common: Partial<Exchange> = {},
): (name: string, row: string, body: Parameters, more?: Partial<Exchange>) => Exchange {
  return (name, row, body, more) => ({ name, request, row, body, ...common, ...more });
}

/** Exchanges in order. A flow saves every ID that it uses. */
export interface Flow {
  /** Unique; the name of its recording. */
  readonly name: string;
  readonly resource: Resource;
  readonly exchanges: readonly Exchange[];
}

/** The version that the exchanges ask for. */
export const API_VERSION = '2019-05-29';

/** An answer in the form that is compared and recorded. */
export interface Answer {
  readonly status: number;
  /** Its content type. */
  readonly type: string;
  readonly body: unknown;
}
