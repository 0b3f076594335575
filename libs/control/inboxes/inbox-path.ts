/** The path of inboxes, whose bodies are streamed to the route. */
export const INBOX_PATH = /^\/inbox\/[^/]+\/[^/]+\/?$/;
