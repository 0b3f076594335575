import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests in progress, even of disconnected clients, whose work may still write. */
export class UnderWay {
  private readonly answers = new Set<ServerResponse>();

  get isNothing(): boolean {
    return this.answers.size === 0;
  }

  watch(server: Server): void {
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.answers.add(res);
      // Patched, because a response to a disconnected client emits no event at its end.
      const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
      res.end = (...args: unknown[]) => {
        this.answers.delete(res);
        return end(...args);
      };
      // Incomplete requests are not processed.
      res.once('close', () => !req.complete && this.answers.delete(res));
    });
  }
}
