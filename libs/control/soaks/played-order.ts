import type { OrderRun } from '../shops/order-run.js';
import type { SoakOrder } from './rules/soak-plan.js';

/** An order of a plan that was played. */
export class PlayedOrder {
  /** The charges that the shop answered with, oldest first. */
  readonly charges: string[] = [];
  /** The schedules of a subscription. */
  readonly schedules = new Set<string>();
  /** The events that the shop has accepted. */
  readonly accepted = new Set<string>();
  /** The charges of the order, their refunds and disputes, and its schedules. */
  readonly objects = new Set<string>();
  /** The webhook that the shop refused even at the end, and its answer. */
  refusal: string | undefined;
  /** Number of steps that were not possible, and why the last one was not. */
  skipped = 0;
  problem: string | undefined;

  constructor(
    readonly order: SoakOrder,
    readonly run: OrderRun,
  ) {}
}
