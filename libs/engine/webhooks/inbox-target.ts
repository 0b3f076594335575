import type { Settings } from '#platform/config/settings.js';

/** The address of a call, and its `Host` if that differs. */
export interface Target {
  readonly url: string;
  readonly host?: string;
}

/**
 * The target of a webhook, or of another call of its receiver. Inboxes are called at `INBOX_URL`:
 * `CONTROL_URL` is an address for users, which this process may not reach.
 */
export function targetOf(
  uri: string,
  { controlUrl, inboxUrl }: Pick<Settings, 'controlUrl' | 'inboxUrl'>,
): Target {
  if (inboxUrl === undefined) return { url: uri };
  const { href } = new URL(uri);
  const inboxes = new URL(`${controlUrl}/inbox/`);
  if (!href.startsWith(inboxes.href)) return { url: uri };
  return { url: `${inboxUrl}/inbox/${href.slice(inboxes.href.length)}`, host: inboxes.host };
}
