import type { Server } from 'node:http';
import { answerClientErrors } from './unparsable.js';
import { endUnread } from './answer-timeout.js';

/** A client gets this long for its whole request, and for its headers. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/** And this long to take its answer. A connection on which nothing moves for longer than any request takes is ended, whatever it is at. */
const ANSWER_TIMEOUT_MS = 30_000;
const SILENCE_TIMEOUT_MS = 60_000;

/** Ends what slow and silent clients would hold, and answers what is no HTTP. */
export function protectFromClients(server: Server): Server {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = SILENCE_TIMEOUT_MS;
  endUnread(server, ANSWER_TIMEOUT_MS);
  answerClientErrors(server);
  return server;
}
