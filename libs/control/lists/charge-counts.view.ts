/** The charges of a sandbox by state. Each number counts up to 10,000. */
export interface ChargeCountsView {
  object: 'charge_counts';
  /** @example 70 */
  all: number;
  /** @example 44 */
  successful: number;
  /**
   * Charges that wait for their customer.
   * @example 10
   */
  pending: number;
  /**
   * Charges that wait for a capture or reversal.
   * @example 4
   */
  authorized: number;
  /** @example 11 */
  failed: number;
  /** @example 3 */
  expired: number;
  /** @example 2 */
  reversed: number;
  /**
   * Charges of which money was given back, whatever their status.
   * @example 2
   */
  refunded: number;
  /**
   * Charges with a dispute, open or closed, whatever their status.
   * @example 2
   */
  disputed: number;
}
