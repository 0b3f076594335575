// Responses of the control host: the fields that the helpers read.

/** The environment of a program under test. */
export interface TollgateEnvironment {
  readonly [name: string]: string;
  readonly TOLLGATE_API_URL: string;
  readonly TOLLGATE_VAULT_URL: string;
  readonly TOLLGATE_PAY_URL: string;
  readonly TOLLGATE_CONTROL_URL: string;
  readonly TOLLGATE_SANDBOX: string;
  readonly TOLLGATE_PUBLIC_KEY: string;
  readonly TOLLGATE_SECRET_KEY: string;
  readonly TOLLGATE_LIVE_PUBLIC_KEY: string;
  readonly TOLLGATE_LIVE_SECRET_KEY: string;
  readonly TOLLGATE_WEBHOOK_SECRET: string;
}

/** A new sandbox. */
export interface SandboxAnswer {
  readonly name: string;
  readonly console_url: string;
  readonly env: string;
}

/** A page of a list, oldest entry first. */
export interface Page<Entry> {
  readonly data: readonly Entry[];
  /** The cursor after this page, also on the last one. */
  readonly next: string;
  /** True while committed entries cannot be listed yet. */
  readonly behind: boolean;
  /** Why a wait ended without an entry. */
  readonly reason: string | null;
}

/** A charge of the API. */
export interface Charge {
  readonly id: string;
  readonly status: ChargeStatus;
  readonly amount: number;
  readonly currency: string;
  readonly failure_code: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly [name: string]: unknown;
}

export type ChargeStatus = 'pending' | 'successful' | 'failed' | 'expired' | 'reversed';

/** A call of the program under test. */
export interface Call {
  readonly id: string;
  readonly state: 'in_progress' | 'done';
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>> | null;
  readonly status: number | null;
  readonly answer: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly at: string;
}

/** A webhook for one receiver. */
export interface Delivery {
  readonly id: string;
  readonly key: string;
  readonly object_id: string;
  readonly status: 'pending' | 'held' | 'delivered' | 'exhausted';
  readonly attempt_count: number;
  readonly uri: string;
}

/** One POST request of a delivery. */
export interface Attempt {
  readonly delivery: string;
  readonly number: number;
  readonly uri: string;
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Why it failed. */
  readonly error: string | null;
  readonly at: string;
}

/** The result of advancing the clock. */
export interface Advance {
  readonly from: string;
  readonly to: string;
  readonly status: 'done' | 'unfinished' | 'interrupted';
  /** In order of time. */
  readonly happened: readonly AdvanceStep[];
  readonly unfinished: readonly (AdvanceStep & { readonly why: string })[];
}

export interface AdvanceStep {
  readonly at: string;
  readonly kind: string;
  readonly object_id: string;
  readonly [name: string]: unknown;
}

/** The webhooks of a bundle, sent again. */
export interface Replay {
  readonly object_id: string;
  readonly count: number;
  /** 2xx responses. */
  readonly delivered: number;
  /** Other responses, and errors. */
  readonly failed: number;
  readonly data: readonly ReplayedWebhook[];
}

export interface ReplayedWebhook {
  readonly event: string;
  readonly key: string;
  readonly offset_ms: number;
  /** The response of the original endpoint. */
  readonly original: { readonly status: number | null; readonly error: string | null };
  readonly attempt: Attempt | null;
}
