import type { Server } from 'node:http';
import { answerClientErrors } from './unparsable.js';
import { endUnread } from './answer-timeout.js';

/** Time-outs for receiving a whole request, and its headers. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
/**
 * Time-outs for sending an answer, and for a connection on which nothing moves. The latter is longer than any
 * request takes.
 */
const ANSWER_TIMEOUT_MS = 30_000;
const SILENCE_TIMEOUT_MS = 60_000;

/** Closes the connections of slow and silent clients, and answers what is not HTTP. */
export function protectFromClients(server: Server): Server {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = SILENCE_TIMEOUT_MS;
  endUnread(server, ANSWER_TIMEOUT_MS);
  answerClientErrors(server);
  return server;
}
