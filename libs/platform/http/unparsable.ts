import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '#kernel/errors.js';

const NOT_HTTP = 'the request is not valid HTTP';
/**
 * A refused client has so long to read the answer and to hang up: Node's time-outs do not apply to a
 * connection that is no longer HTTP.
 */
const LINGER_MS = 2_000;

/** Messages by Node's code for a parser error. */
const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
};

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The latest request of each connection. */
const exchanges = new WeakMap<Socket, Exchange>();
/** Connections that have been refused, or will be once their last request is answered. */
const refused = new WeakSet<Socket>();

/**
 * Answers with the error object what Node would answer by itself with nothing but a status, or with nothing
 * (docs/fidelity.md E14).
 */
export function answerClientErrors(server: Server): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) =>
    exchanges.set(req.socket, { req, res }),
  );
  server.on('clientError', answerUnparsable);
  server.on('connect', (_req: IncomingMessage, socket: Socket) => refuse(socket, NOT_HTTP));
  // An `Expect` header that is not known is ignored.
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) =>
    server.emit('request', req, res),
  );
}

/** Answers input that is not HTTP with the error object, and closes the connection. */
function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Node reports the rest of the input again.
  if (refused.has(socket) && error.code !== 'ECONNRESET') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const message = REASONS[error.code ?? ''] ?? NOT_HTTP;
  const exchange = exchanges.get(socket);
  // Invalid input after a complete request does not withhold the response to that request.
  if (exchange?.req.complete && !exchange.res.writableFinished)
    exchange.res.once('finish', () => refuse(socket, message));
  else refuse(socket, message);
}

function refuse(socket: Socket, message: string): void {
  const body = JSON.stringify(new ApiError('bad_request', message).toBody());
  // After CONNECT nobody else listens, and an error that nobody hears ends the process.
  socket.on('error', () => undefined);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
  // Unless the rest is read, nobody hears the other end hang up.
  socket.resume();
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
