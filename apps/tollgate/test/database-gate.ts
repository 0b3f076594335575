import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `starting`: rejects connections. `crashing`: closes connections at their first query. */
export type GateState = 'starting' | 'crashing' | 'open';

/** An address of a database that is in trouble until it is opened. */
export interface DatabaseGate {
  readonly url: string;
  failures(): number;
  open(): void;
  close(): Promise<void>;
}

const FIELDS = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
/** First bytes of messages with a query: Query or Parse. */
const QUERIES: readonly number[] = [...Buffer.from('QP')];

/** Stands before a database that is well. */
export async function gateBefore(
  databaseUrl: string,
  trouble: Exclude<GateState, 'open'>,
): Promise<DatabaseGate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: GateState = trouble;
  let failures = 0;
  let isClosed = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (isClosed) {
      // Connections from before the change are closed.
      socket.destroy();
      return;
    }
    if (state === 'starting') {
      failures += 1;
      socket.once('data', () => socket.end(startingUp()));
      return;
    }
    if (state === 'crashing') {
      socket.on('data', (message: Buffer) => {
        if (!QUERIES.includes(message[0] ?? 0)) return;
        failures += 1;
        socket.destroy();
      });
    }
    passOn(socket, target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    failures: () => failures,
    open: () => {
      state = 'open';
    },
    close: async () => {
      isClosed = true;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function passOn(socket: Socket, { port, hostname }: URL): void {
  const inner = connect(Number(port), hostname);
  inner.on('error', () => socket.destroy());
  socket.on('close', () => inner.destroy());
  socket.pipe(inner).pipe(socket);
}

/** PostgreSQL's ErrorResponse during its start. */
function startingUp(): Buffer {
  const header = Buffer.alloc(5);
  header.write('E');
  header.writeInt32BE(4 + FIELDS.length, 1);
  return Buffer.concat([header, Buffer.from(FIELDS)]);
}
