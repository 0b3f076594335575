/** easyXDM's number for postMessage. */
const POST_MESSAGE = '1';

/** easyXDM parameters of the page that contains the frame. */
export interface Connection {
  /** The origin of that page: the only one that is listened to and told anything. */
  readonly origin: string;
  /** The first word of each message, for a page may have several such frames. */
  readonly channel: string;
}

/** Parses the query of the frame's address; `undefined` if invalid. */
export function readConnection(query: string): Connection | undefined {
  const params = new URLSearchParams(query);
  const [origin, channel] = [params.get('xdm_e') ?? '', params.get('xdm_c') ?? ''];
  const isKnown = params.get('xdm_p') === POST_MESSAGE && /^\w{1,64}$/.test(channel);
  return isKnown && isWebOrigin(origin) ? { origin, channel } : undefined;
}

function isWebOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
