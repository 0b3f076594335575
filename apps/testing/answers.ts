// What the control host answers, as far as the helpers read it.

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

/** A sandbox that was made. */
export interface SandboxAnswer {
  readonly name: string;
  readonly console_url: string;
  readonly env: string;
}

/** A page of what happened, oldest first. */
export interface Page<Entry> {
  readonly data: readonly Entry[];
  /** The cursor after this page, also on the last one. */
  readonly next: string;
  /** Whether there are committed entries that cannot be listed yet. */
  readonly behind: boolean;
  /** Why what was waited for did not come. */
  readonly reason: string | null;
}

/** A charge, as the API has it. */
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

/** A webhook on its way to one address. */
export interface Delivery {
  readonly id: string;
  readonly key: string;
  readonly object_id: string;
  readonly status: 'pending' | 'held' | 'delivered' | 'exhausted';
  readonly attempt_count: number;
  readonly uri: string;
}

/** One POST of it. */
export interface Attempt {
  readonly delivery: string;
  readonly number: number;
  readonly uri: string;
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Why it did not arrive, in words. */
  readonly error: string | null;
  readonly at: string;
}

/** What an advance of the clock came to. */
export interface Advance {
  readonly from: string;
  readonly to: string;
  readonly status: 'done' | 'unfinished' | 'interrupted';
  /** Each at its own instant, in order. */
  readonly happened: readonly AdvanceStep[];
  readonly unfinished: readonly (AdvanceStep & { readonly why: string })[];
}

export interface AdvanceStep {
  readonly at: string;
  readonly kind: string;
  readonly object_id: string;
  readonly [name: string]: unknown;
}
