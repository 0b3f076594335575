import type { ApiVersion } from '#kernel/api-versions/versions.js';
import type { KeyKind } from '#kernel/scope.js';
import type { Account } from '../accounts/account.js';

/** A row of the table `request_log`, by column names, as it is written. */
export interface RequestLogRow {
  readonly id: string;
  readonly account_id: string | null;
  readonly livemode: boolean | null;
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly query: object;
  readonly parameters: object | null;
  readonly status: number | null;
  readonly is_in_progress: boolean;
  readonly answer: string | null;
  readonly is_answer_cut: boolean;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
  readonly key_prefix: string | null;
  readonly key_kind: KeyKind | null;
  readonly api_version: ApiVersion | null;
  readonly is_from_browser: boolean;
  readonly objects: readonly string[];
  readonly fault: string | null;
  readonly at: Date | null;
  readonly machine_at: Date;
}

/** The account and mode of a request's key. */
export interface RequestOwner {
  readonly account: Account;
  readonly livemode: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The account as the guard found it. */
    account?: Account;
    /** The names of the parameters of the route; set once the request is routed. */
    knownParameters?: ReadonlySet<string>;
  }
}
