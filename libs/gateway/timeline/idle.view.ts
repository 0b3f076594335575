import type { NextView } from '../clock/clock.view.js';

/** Whether nothing is due or under way in a sandbox. What the clock has yet to reach is not due. */
export interface IdleView {
  object: 'idle';
  idle: boolean;
  /**
   * How many items are due: they happen now. Counted up to 100.
   * @example 1
   */
  due: number;
  /**
   * How many items somebody is at. Counted up to 100.
   * @example 0
   */
  under_way: number;
  /**
   * How many deliveries are held, and wait to be released.
   * @example 0
   */
  held: number;
  /** What will happen first, unless it is due. */
  next: NextView | null;
  /**
   * Why it is not idle, in words; null when it is.
   * @example "retry of chrg_test_60aaaaaaaaaaaaaaaa1 is due since 2026-01-31T08:15:00.000Z"
   */
  reason: string | null;
}
