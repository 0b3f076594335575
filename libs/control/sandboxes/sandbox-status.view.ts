import type { HasClock } from '#platform/clock/clock.js';
import type { UndeliveredCounts } from '#engine/webhooks/delivery-counts.queries.js';
import type { Moment } from '../timeline/list.view.js';

/** The clock of a sandbox beside the machine's. */
interface StatusClockView {
  object: 'clock';
  /** The sandbox's time. */
  now: Moment;
  machine_now: Moment;
  /**
   * Milliseconds that the sandbox's time is ahead of the machine's; negative when it is behind.
   * @example 3600000
   */
  offset_ms: number;
  /** Also true while the clock is being advanced. */
  frozen: boolean;
  /** True while the clock is being advanced: `now` is how far it has come. */
  advancing: boolean;
}

/** Webhooks that are not delivered. Each number counts up to 10,000. */
interface StatusWebhooksView {
  /** True if webhooks are held. */
  holding: boolean;
  /**
   * Held webhooks; some may be kept back by a fault.
   * @example 8
   */
  held: number;
  /**
   * Webhooks whose first attempt is due or in progress.
   * @example 0
   */
  pending: number;
  /**
   * Webhooks that failed at least once and are tried again.
   * @example 3
   */
  retrying: number;
  /**
   * Webhooks that are not tried again.
   * @example 1
   */
  exhausted: number;
}

/** The faults of a sandbox. */
interface StatusFaultsView {
  /**
   * Faults that can still fire.
   * @example 2
   */
  active: number;
}

/**
 * The state of a sandbox that changes how everything in it behaves: clock, held and retried webhooks, faults.
 */
export interface SandboxStatusView {
  object: 'status';
  clock: StatusClockView;
  webhooks: StatusWebhooksView;
  faults: StatusFaultsView;
}

/** Counts of a sandbox's rows. */
export interface SandboxCounts extends UndeliveredCounts {
  readonly holding: boolean;
  readonly advancing: boolean;
  readonly faults: number;
}

export function sandboxStatusView(
  { holding, advancing, held, pending, retrying, exhausted, faults }: SandboxCounts,
  { frozenAt, clockOffsetMs }: HasClock,
  machineNow: Date,
): SandboxStatusView {
  const offsetMs = frozenAt ? frozenAt.getTime() - machineNow.getTime() : clockOffsetMs;
  return {
    object: 'status',
    clock: {
      object: 'clock',
      now: new Date(machineNow.getTime() + offsetMs).toISOString(),
      machine_now: machineNow.toISOString(),
      offset_ms: offsetMs,
      frozen: frozenAt !== null,
      advancing,
    },
    webhooks: { holding, held, pending, retrying, exhausted },
    faults: { active: faults },
  };
}
