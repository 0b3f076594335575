import type { IncomingMessage, Server, ServerResponse } from 'node:http';

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
