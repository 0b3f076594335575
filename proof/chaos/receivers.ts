import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../../libs/platform/clock/clock.js';
import { steadyPort } from '../rig/ports.js';
import type { Posted } from './history.js';
import type { Random } from './random.js';

/** A receiver's reaction to a webhook. */
interface Manner {
  /** Null: the connection is cut instead. */
  readonly status: number | null;
  readonly afterMs: number;
}

const PROMPT: Manner = { status: 200, afterMs: 0 };
const GONE: Manner = { status: 410, afterMs: 0 };

/** Behaviour of receivers during faults. Some responses come after the sender's time-out. */
const TEMPERS = {
  steady: () => PROMPT,
  moody: (random: Random): Manner =>
    random.weighted([
      { weight: 60, value: PROMPT },
      { weight: 12, value: { status: 500, afterMs: 0 } },
      { weight: 10, value: { status: 200, afterMs: random.integer(100, 1_200) } },
      { weight: 5, value: { status: 200, afterMs: random.integer(1_500, 3_000) } },
      { weight: 8, value: { status: null, afterMs: 0 } },
      { weight: 5, value: { status: null, afterMs: random.integer(50, 500) } },
    ]),
  broken: (): Manner => ({ status: 500, afterMs: 0 }),
} as const satisfies Record<string, (random: Random) => Manner>;

export type Temper = keyof typeof TEMPERS;
export const RECEIVER_TEMPERS = Object.keys(TEMPERS) as Temper[];

/** A merchant's server that records every webhook. It can be closed and opened again. */
export class ChaosReceiver {
  readonly posted: Posted[] = [];
  private readonly clock = new Clock();
  private isHealed = false;

  private constructor(
    readonly temper: Temper,
    private readonly random: Random,
    private readonly port: number,
    private readonly server: Server,
  ) {}

  static async open(temper: Temper, random: Random): Promise<ChaosReceiver> {
    const server = createServer();
    const receiver = new ChaosReceiver(temper, random, await steadyPort(), server);
    server.on('request', (req, res) => void receiver.receive(req, res));
    await receiver.listen();
    return receiver;
  }

  uri(path: string): string {
    return `http://127.0.0.1:${this.port}/${path}`;
  }

  /** Closes its connections and refuses new ones. */
  async goAway(forMs: number): Promise<void> {
    await this.close();
    await delay(forMs);
    await this.listen();
  }

  /** From now on accepts every webhook at once. A `broken` receiver answers 410. */
  heal(): void {
    this.isHealed = true;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private async receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const at = this.clock.machineNow().getTime();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      // The sender died during the request, so an incomplete body is not a delivery.
      return;
    }
    const { status, afterMs } = this.manner();
    const posted = {
      uri: this.uri((req.url ?? '').slice(1)),
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
      at,
      answered: null,
    };
    const index = this.posted.push(posted) - 1;
    if (afterMs > 0) await delay(afterMs);
    if (status === null) {
      req.socket.destroy();
    } else if (!req.socket.destroyed) {
      this.posted[index] = { ...posted, answered: status };
      res.writeHead(status).end('noted');
    }
  }

  private manner(): Manner {
    if (!this.isHealed) return TEMPERS[this.temper](this.random);
    return this.temper === 'broken' ? GONE : PROMPT;
  }
}
