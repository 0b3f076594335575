import type { NextView } from '../clock/clock.view.js';

/**
 * Idle state of a sandbox. It is idle if nothing is due and nothing is in progress. Items in the clock's
 * future are not due.
 */
export interface IdleView {
  object: 'idle';
  idle: boolean;
  /**
   * Number of due items, counted up to 100. They run now.
   * @example 1
   */
  due: number;
  /**
   * Number of items in progress, counted up to 100.
   * @example 0
   */
  under_way: number;
  /**
   * Number of held webhooks.
   * @example 0
   */
  held: number;
  /** The next upcoming item, unless it is already due. */
  next: NextView | null;
  /**
   * Why the sandbox is not idle. Null if it is.
   * @example "retry of chrg_test_60aaaaaaaaaaaaaaaa1 is due since 2026-01-31T08:15:00.000Z"
   */
  reason: string | null;
}
