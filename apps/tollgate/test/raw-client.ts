import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that asks nothing by itself. */
export interface RawClient {
  readonly socket: Socket;
  /** All that it has been answered. */
  readonly text: () => string;
  readonly closed: Promise<unknown>;
}

export function rawClient(port: number): RawClient {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { socket, text: () => text, closed: once(socket, 'close') };
}
