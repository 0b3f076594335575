import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address of a database at which at first nobody can connect. */
export interface DatabaseGate {
  readonly url: string;
  /** How many connections were turned away. */
  turnedAway(): number;
  /** Lets through whoever comes from now on. */
  open(): void;
  close(): Promise<void>;
}

const FIELDS = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';

/** What PostgreSQL answers whoever comes too early: an ErrorResponse. */
function startingUp(): Buffer {
  const header = Buffer.alloc(5);
  header.write('E');
  header.writeInt32BE(4 + FIELDS.length, 1);
  return Buffer.concat([header, Buffer.from(FIELDS)]);
}

/** Stands before a database as if that were still starting. */
export async function gateBefore(databaseUrl: string): Promise<DatabaseGate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = false;
  let turnedAway = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (isOpen) {
      const inner = connect(Number(target.port), target.hostname);
      inner.on('error', () => socket.destroy());
      socket.on('close', () => inner.destroy());
      socket.pipe(inner).pipe(socket);
    } else {
      turnedAway += 1;
      socket.once('data', () => socket.end(startingUp()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    turnedAway: () => turnedAway,
    open: () => {
      isOpen = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
