import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** A request as sent, from undici's diagnostics channels. */
export interface SendTrace {
  /** The request line and the headers as they were sent, with CRLF line ends. */
  readonly head: string;
  /** The IP address of the receiver. */
  readonly address: string | null;
  /** When the headers were sent, by performance.now(). */
  readonly sentAt: number;
}

export interface SendListener {
  readonly onHeaders: (trace: SendTrace) => void;
  /** Called once the operating system has accepted the whole request. */
  readonly onFlushed?: (() => void) | undefined;
}

/** The listener of each request, by undici's object for it. */
const listeners = new WeakMap<object, SendListener>();
const sockets = new WeakMap<object, Socket>();
/**
 * The listener of the request that is being created: undici creates its object before `request()` returns.
 */
let currentListener: SendListener | undefined;

subscribe('undici:request:create', (message) => {
  if (currentListener) listeners.set((message as { request: object }).request, currentListener);
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers, socket } = message as { request: object; headers: string; socket: Socket };
  const listener = listeners.get(request);
  if (listener?.onFlushed) sockets.set(request, socket);
  listener?.onHeaders({
    head: headers,
    address: socket.remoteAddress ?? null,
    sentAt: performance.now(),
  });
});

subscribe('undici:request:bodySent', (message) => {
  const { request } = message as { request: object };
  const onFlushed = listeners.get(request)?.onFlushed;
  // The body may still be in the socket's buffer. This write is called back after all earlier ones.
  if (onFlushed) sockets.get(request)?.write('', () => onFlushed());
});

/** Calls `listener` each time that undici sends the request of `begin`. */
export function traced<T>(begin: () => Promise<T>, listener: SendListener): Promise<T> {
  currentListener = listener;
  try {
    return begin();
  } finally {
    currentListener = undefined;
  }
}

export function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1).filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
