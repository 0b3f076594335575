import { once } from 'node:events';
import type { Response } from 'express';
import type { CommittedListView } from './list.view.js';

/** The longest wait for a page, and so the interval of keep-alive comments. */
const STREAM_WAIT = '15s';
/** The most entries of an event. */
export const STREAM_LIMIT = 100;

/**
 * Sends pages of a list as server-sent events, each with its next cursor as id. The stream ends when the
 * client hangs up, `ending` is aborted, or `mayGoOn` returns false because the session has ended. An error
 * before the first page is answered like any other. A later one ends the stream, and a browser reconnects
 * with the last id.
 */
export async function streamPages<Item>(
  res: Response,
  after: unknown,
  ending: AbortSignal,
  mayGoOn: () => Promise<boolean>,
  pageAfter: (after: unknown, wait: string) => Promise<CommittedListView<Item>>,
): Promise<void> {
  // Parameters are validated before the response starts.
  let page = await pageAfter(after, '0s');
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  while (!ending.aborted && (await mayGoOn())) {
    await send(res, page);
    page = await pageAfter(page.next, STREAM_WAIT);
  }
  res.end();
}

/** A page without entries is a comment, which keeps the connection alive. */
async function send<Item>(res: Response, { data, next, gap }: CommittedListView<Item>): Promise<void> {
  const isEmpty = data.length === 0 && !gap;
  const event = isEmpty
    ? `: ${next}\n\n`
    : `id: ${next}\nevent: entries\ndata: ${JSON.stringify({ data, next, gap })}\n\n`;
  if (!res.write(event)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
}
