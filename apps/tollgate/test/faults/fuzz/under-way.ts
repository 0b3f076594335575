import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** What servers are working on, also for clients that have gone: it may still write. */
export class UnderWay {
  private readonly answers = new Set<ServerResponse>();

  get isNothing(): boolean {
    return this.answers.size === 0;
  }

  watch(server: Server): void {
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.answers.add(res);
      // Not an event: for a client that has gone there is none when the work is done.
      const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
      res.end = (...args: unknown[]) => {
        this.answers.delete(res);
        return end(...args);
      };
      // What has not come whole is not worked on.
      res.once('close', () => !req.complete && this.answers.delete(res));
    });
  }
}
