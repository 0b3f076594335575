import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way to the database, which can be shut: then every connection is refused; or muted: then nothing is answered. */
export class Door {
  readonly url: string;
  private readonly target: URL;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isMute = false;

  private constructor(databaseUrl: string, server: Server) {
    this.target = new URL(databaseUrl);
    this.server = server;
    const { port } = server.address() as AddressInfo;
    this.url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href;
    server.on('connection', (socket: Socket) => this.pass(socket));
  }

  static async open(databaseUrl: string): Promise<Door> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Door(databaseUrl, server);
  }

  async shut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async reopen(): Promise<void> {
    this.server.listen(Number(new URL(this.url).port), '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** What is connected stays so and hears nothing any more; so does who comes. */
  mute(): void {
    this.isMute = true;
    for (const socket of this.sockets) socket.unpipe().resume();
  }

  /** Lets through whoever comes from now on. */
  unmute(): void {
    this.isMute = false;
  }

  private pass(socket: Socket): void {
    if (this.isMute) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      return;
    }
    const onward = connect(Number(this.target.port), this.target.hostname);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(end);
      end.pipe(other).on('error', () => other.destroy());
      end.on('close', () => this.sockets.delete(end) && other.destroy());
    }
  }
}
