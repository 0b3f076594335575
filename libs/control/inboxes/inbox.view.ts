import { formatDuration } from '#kernel/duration.js';
import type { Inbox } from '#platform/database/generated/client.js';
import type { Moment, TimedView } from '../timeline/list.view.js';

/** A webhook inbox and its configured response. */
export interface InboxView {
  object: 'inbox';
  /** @example "shop" */
  name: string;
  /**
   * URL that receives webhooks. No key is required.
   * @example "http://127.0.0.1:7403/inbox/ci-1234-shard-2/0123456789abcdef0123456789abcdef"
   */
  url: string;
  /** @example 200 */
  status: number;
  /** @example "0s" */
  delay: string;
  /**
   * Remaining requests that get this response. Null: unlimited.
   * @example null
   */
  times: number | null;
}

/** An inbox and the number of requests that it holds. */
export interface ListedInboxView extends InboxView {
  /**
   * Number of stored requests. An inbox stores the latest 1,000.
   * @example 6
   */
  received: number;
  /** Arrival of the latest request, in the sandbox's time. Null: none is stored. */
  last_at: Moment | null;
  /** Arrival of the latest request, in real time. */
  last_machine_at: Moment | null;
}

/** Inboxes of a sandbox, sorted by name. */
export interface InboxListView {
  object: 'list';
  data: ListedInboxView[];
  /** Always null: the list has one page. */
  next: null;
}

/**
 * Headers by their names; values of cookies and credentials are masked.
 * @schema { "type": "object", "additionalProperties": { "anyOf": [{ "type": "string" }, { "type": "array",
 * "items": { "type": "string" } }] } }
 * @example { "content-type": "application/json" }
 */
type Headers = object;

/** A request that an inbox received. */
export interface InboxEntryView extends TimedView {
  object: 'inbox_entry';
  /** @example "inbe_60aaaaaaaaaaaaaaab1" */
  id: string;
  headers: Headers;
  /**
   * Body as text, without NUL characters, card numbers and secrets.
   * @example "{\"object\":\"event\"}"
   */
  body: string;
  /**
   * True if a card number or secret in the body was masked. The signature is that of the original body, so it
   * cannot be verified.
   * @example false
   */
  masked: boolean;
  /**
   * HTTP status that the inbox returned.
   * @example 200
   */
  status: number;
  at: Moment;
  machine_at: Moment;
}

export function inboxView(
  { name, token, status, delayMs, times }: Inbox,
  sandbox: string,
  controlUrl: string,
): InboxView {
  return {
    object: 'inbox',
    name,
    url: `${controlUrl}/inbox/${sandbox}/${token}`,
    status,
    delay: formatDuration(delayMs),
    times,
  };
}
