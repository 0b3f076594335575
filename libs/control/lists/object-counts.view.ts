/** The number of a sandbox's objects of one kind. */
export interface ObjectCountView {
  /**
   * A kind of `GET …/objects/{kind}`, `events` or `deliveries`.
   * @example "charges"
   */
  kind: string;
  /**
   * Counted up to 10,000.
   * @example 70
   */
  count: number;
}

/** The size of a sandbox, by kind of object: what a reset deletes and a restore replaces. */
export interface ObjectCountsView {
  object: 'object_counts';
  data: ObjectCountView[];
}
