/** The path of inboxes, and their largest body in bytes. */
export const INBOX_PATH = /^\/inbox\/[^/]+\/[^/]+\/?$/;
export const MAX_INBOX_BODY_BYTES = 1024 * 1024;
