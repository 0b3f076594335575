/** The webhooks of a sandbox by state. Each number counts up to 10,000. */
export interface DeliveryCountsView {
  object: 'delivery_counts';
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
  /** @example 8 */
  held: number;
  /**
   * Delivered ones among the latest 10,000 webhooks.
   * @example 212
   */
  delivered: number;
  /** @example 1 */
  exhausted: number;
}
