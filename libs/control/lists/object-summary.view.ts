/** The amount and the metadata of an object. */
export interface ObjectSummaryView {
  /**
   * In the smallest unit of `currency`. Null where the object is about no money, or is gone.
   * @example 100000
   */
  amount: number | null;
  /**
   * @schema { "type": ["string", "null"] }
   * @example "THB"
   */
  currency: string | null;
  /**
   * The object's metadata, such as the order; of a refund or dispute with those of its charge. Secrets are
   * masked.
   * @schema { "type": "object" }
   * @example { "order": "1042" }
   */
  metadata: object;
}
