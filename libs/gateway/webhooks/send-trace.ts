import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What is known of a request once it is on its way. */
export interface SendTrace {
  /** As they are sent: lines that end in CRLF, the first of them the request line. */
  readonly head: string;
  /** The IP address that it goes to. */
  readonly address: string | null;
  /** When it could be sent, of performance.now(). */
  readonly sentAt: number;
}

type Hear = (trace: SendTrace) => void;

/** Who is to hear of a request, by undici's object for it. */
const listeners = new WeakMap<object, Hear>();
/** Who makes one at this moment: undici makes its object before `request()` returns. */
let beginning: Hear | undefined;

subscribe('undici:request:create', (message) => {
  if (beginning) listeners.set((message as { request: object }).request, beginning);
});
subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers, socket } = message as { request: object; headers: string; socket: Socket };
  listeners.get(request)?.({ head: headers, address: socket.remoteAddress ?? null, sentAt: performance.now() });
});

/** Calls `hear` once the request that `begin` makes with undici is sent, each time that it is. */
export function traced<T>(begin: () => Promise<T>, hear: Hear): Promise<T> {
  beginning = hear;
  try {
    return begin();
  } finally {
    beginning = undefined;
  }
}

/** The headers of a head, by their names. */
export function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1).filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}
