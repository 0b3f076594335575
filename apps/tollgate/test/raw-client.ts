import { connect, type Socket } from 'node:net';
import { within } from '#platform/testing/until.js';

/** A connection that asks nothing by itself. */
export interface RawClient {
  readonly socket: Socket;
  readonly text: () => string;
  /** Resolves when it has been ended. */
  readonly closed: () => Promise<void>;
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // A reset is an end too.
  const close = new Promise((resolve) => socket.once('close', resolve));
  return {
    socket,
    text: () => text,
    closed: async () =>
      void (await within(close, () => `a connection is not ended; it was answered: ${text.slice(0, 500)}`)),
  };
}
