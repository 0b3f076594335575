import { attemptProblem } from '#engine/webhooks/rules/attempt-problem.js';
import type { EndpointFailures } from './failing-endpoint.queries.js';

/** Failed webhooks of an endpoint with the same response or error. */
interface EndpointResponseView {
  /**
   * Status of the response. Null without a response.
   * @example 500
   */
  status: number | null;
  /**
   * Why the webhooks failed.
   * @example "Endpoint returned 500. Only 2xx counts as delivered."
   */
  error: string;
  /**
   * First 8 KiB of the latest response, as text. Null without a response.
   * @example "PG::ConnectionBad"
   */
  body: string | null;
  /** @example 4 */
  count: number;
}

/** An endpoint that keeps failing, with its undelivered webhooks by response. */
export interface FailingEndpointView {
  object: 'failing_endpoint';
  /** @example "https://shop.example/webhooks" */
  uri: string;
  /**
   * Number of webhooks that are tried again.
   * @example 4
   */
  retrying: number;
  /** @example 0 */
  exhausted: number;
  /** The responses, most frequent first. */
  responses: EndpointResponseView[];
  /**
   * IDs of the webhooks.
   * @example ["whdl_test_60aaaaaaaaaaaaaaab1"]
   */
  deliveries: string[];
}

export interface FailingEndpointListView {
  object: 'list';
  data: FailingEndpointView[];
}

/** The endpoints of failures, those with the most first. */
export function failingEndpointListView(failures: readonly EndpointFailures[]): FailingEndpointListView {
  const endpoints = new Map<string, FailingEndpointView>();
  for (const failure of failures) {
    const { uri, retrying, exhausted, ids } = failure;
    const endpoint = endpoints.get(uri) ?? emptyEndpoint(uri);
    endpoints.set(uri, {
      ...endpoint,
      retrying: endpoint.retrying + retrying,
      exhausted: endpoint.exhausted + exhausted,
      responses: [...endpoint.responses, responseView(failure)],
      deliveries: [...endpoint.deliveries, ...ids],
    });
  }
  const data = [...endpoints.values()];
  return {
    object: 'list',
    data: data.toSorted((one, other) => other.deliveries.length - one.deliveries.length),
  };
}

function emptyEndpoint(uri: string): FailingEndpointView {
  return { object: 'failing_endpoint', uri, retrying: 0, exhausted: 0, responses: [], deliveries: [] };
}

function responseView({ status, error, body, ids }: EndpointFailures): EndpointResponseView {
  return { status, error: attemptProblem({ status, error }) ?? '', body, count: ids.length };
}
