/** A request as it goes over the wire, except for the headers that all requests of a plan share. */
export interface PlannedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** A form. */
  readonly body?: string;
}

export interface LoadPlan {
  readonly url: string;
  readonly connections: number;
  /** The value of the header `Authorization`. */
  readonly authorization: string;
  /** As many as `count`: each is sent once. Fewer: each connection sends them over and over. */
  readonly requests: readonly PlannedRequest[];
  readonly count: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
