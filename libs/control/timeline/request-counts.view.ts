/** The requests of a sandbox by part, among its latest 10,000 requests of both modes. */
export interface RequestCountsView {
  object: 'request_counts';
  /** @example 78 */
  api: number;
  /** @example 6 */
  vault: number;
  /**
   * Requests of customers for payment pages.
   * @example 20
   */
  pages: number;
}
