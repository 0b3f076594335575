import { formatDuration } from '#domain/duration.js';
import type { Inbox } from '#platform/database/generated/client.js';
import type { Moment, TimedView } from '../timeline/list.view.js';

/** A receiver of webhooks, and what it answers. */
export interface InboxView {
  object: 'inbox';
  /** @example "shop" */
  name: string;
  /**
   * Where it receives: whoever knows it may send.
   * @example "http://127.0.0.1:7403/inbox/ci-1234-shard-2/0123456789abcdef0123456789abcdef"
   */
  url: string;
  /** @example 200 */
  status: number;
  /** @example "0s" */
  delay: string;
  /**
   * How often it still answers so before it answers 200 at once; null for ever.
   * @example null
   */
  times: number | null;
}

/**
 * Headers by their names; values of cookies and credentials are masked.
 * @schema { "type": "object", "additionalProperties": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] } }
 * @example { "content-type": "application/json" }
 */
type Headers = object;

/** What an inbox has received. */
export interface InboxEntryView extends TimedView {
  object: 'inbox_entry';
  /** @example "inbe_60aaaaaaaaaaaaaaab1" */
  id: string;
  headers: Headers;
  /**
   * As text, without NUL characters.
   * @example "{\"object\":\"event\"}"
   */
  body: string;
  /**
   * What it was answered.
   * @example 200
   */
  status: number;
  at: Moment;
  machine_at: Moment;
}

export function inboxView({ name, token, status, delayMs, times }: Inbox, sandbox: string, controlUrl: string): InboxView {
  return { object: 'inbox', name, url: `${controlUrl}/inbox/${sandbox}/${token}`, status, delay: formatDuration(delayMs), times };
}
