/** Calls of the control hosts, and reads at the API and the pages. */
export type StepKind =
  | 'token'
  | 'customer'
  | 'earn'
  | 'transfer'
  | 'schedule'
  | 'recipients'
  | 'make'
  | 'advance'
  | 'reset'
  | 'save'
  | 'restore'
  | 'freeze'
  | 'resume'
  | 'clock'
  | 'charge'
  | 'charges'
  | 'events'
  | 'find'
  | 'page';

/** A request about a sandbox. A retry is another step. Times are real times, in milliseconds since 1970. */
export interface Step {
  readonly kind: StepKind;
  readonly process: string;
  readonly at: number;
  /** Time of the response or of the client's time-out. */
  readonly until: number;
  /** Null without a complete response. */
  readonly status: number | null;
  readonly text: string;
  readonly sent: Readonly<Record<string, unknown>>;
  /** The ID of the charge that it reads. */
  readonly target: string | null;
  /** True after the recovery, without other clients. */
  readonly isSettling: boolean;
}

/** A sandbox, from the request that creates it. Its name is never used again. */
export interface SandboxLife {
  readonly name: string;
  /** Its own webhook address. */
  readonly uri: string;
  /** Null without a TTL. */
  readonly ttlMs: number | null;
  readonly steps: readonly Step[];
}

export interface SandboxCharge {
  readonly id: string;
  readonly dueAt: number;
  readonly step: Step;
}

/** The checked fields of a clock move. */
export interface AdvanceAnswer {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly status: 'done' | 'unfinished' | 'interrupted';
  readonly happened: readonly {
    readonly object_id: string;
    readonly event: string | null;
    readonly delivery: string | null;
    readonly outcome: string;
  }[];
}

export const isDone = ({ status }: Step): boolean => status === 200;

/** The steps of these kinds with the status 200. */
export function doneSteps({ steps }: SandboxLife, ...kinds: StepKind[]): Step[] {
  return steps.filter((step) => isDone(step) && kinds.includes(step.kind));
}

export function bodyOf<T = Readonly<Record<string, unknown>>>({ text }: Step): T {
  return JSON.parse(text) as T;
}

export function chargesOf(life: SandboxLife): SandboxCharge[] {
  return doneSteps(life, 'charge').map((step) => {
    const { id, expires_at: expiresAt } = bodyOf<{ id: string; expires_at: string }>(step);
    return { id, dueAt: Date.parse(expiresAt), step };
  });
}

export function advancesOf(life: SandboxLife): { readonly step: Step; readonly answer: AdvanceAnswer }[] {
  return doneSteps(life, 'advance').map((step) => ({ step, answer: bodyOf<AdvanceAnswer>(step) }));
}

/**
 * True if no reset or restore can have happened between these times. An unanswered one can happen at any time.
 */
export function isOneEpoch({ steps }: SandboxLife, from: number, until: number): boolean {
  const endOf = (step: Step): number => (isDone(step) ? step.until : Number.POSITIVE_INFINITY);
  return !steps.some(
    (step) => ['reset', 'restore'].includes(step.kind) && step.at <= until && endOf(step) >= from,
  );
}
