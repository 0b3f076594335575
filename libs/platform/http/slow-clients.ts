import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerClientErrors } from './unparsable.js';

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

/**
 * Ends a connection whose client has not read its answer within `limitMs`. An answer that nobody reads would
 * stay in memory.
 */
export function endUnread(server: Server, limitMs: number): void {
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    // The answer is made, and what the system did not take of it at once waits here.
    res.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      const cut = setTimeout(() => socket.destroy(), limitMs);
      res.once('close', () => clearTimeout(cut));
    });
  });
}
