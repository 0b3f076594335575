import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { steadyPort } from '../../../proof/rig/ports.js';

/**
 * The way to a server, which can be shut: then every connection is refused; or muted: then nothing is
 * answered.
 */
export class Door {
  readonly url: string;
  private target: URL;
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'mute' | 'shut' = 'open';

  private constructor(
    serverUrl: string,
    private readonly server: Server,
    private readonly port: number,
  ) {
    this.target = new URL(serverUrl);
    this.url = Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href;
    server.on('connection', (socket: Socket) => this.pass(socket));
  }

  static async open(serverUrl: string): Promise<Door> {
    const port = await steadyPort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new Door(serverUrl, server, port);
  }

  async shut(): Promise<void> {
    this.state = 'shut';
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async reopen(): Promise<void> {
    this.state = 'open';
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Sends new connections to another server. Open ones are unchanged. */
  leadTo(serverUrl: string): void {
    this.target = new URL(serverUrl);
  }

  /** Forwards no bytes on open and new connections. */
  mute(): void {
    this.state = 'mute';
    for (const socket of this.sockets) socket.unpipe().resume();
  }

  /** Forwards new connections again. */
  unmute(): void {
    this.state = 'open';
  }

  private pass(socket: Socket): void {
    socket.on('error', () => undefined);
    // Connections accepted just before the door was shut.
    if (this.state === 'shut') socket.destroy();
    else if (this.state === 'mute') this.keep(socket);
    else this.passOn(socket);
  }

  private passOn(socket: Socket): void {
    const onward = connect(Number(this.target.port), this.target.hostname).on('error', () => undefined);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.keep(end);
      end.pipe(other);
      end.on('close', () => other.destroy());
    }
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
  }
}
