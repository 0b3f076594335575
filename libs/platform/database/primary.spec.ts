import { Socket } from 'node:net';
import { Client } from 'pg';
import { isDatabaseAway } from './database-errors.js';
import { anyServer, clientOf } from './primary.js';

/** Nothing listens on such ports. */
const SEVERAL = 'postgresql://me@127.0.0.1:1,127.0.0.1:2/tollgate';

describe('a client of several servers', () => {
  it('leaves no connection open and reports an unreachable database if no server answers', async () => {
    const socket = new Socket();
    const client = new (clientOf(SEVERAL))({ connectionString: anyServer(SEVERAL), stream: () => socket });
    const error: unknown = await client.connect().catch((reason: unknown) => reason);
    expect(isDatabaseAway(error)).toBe(true);
    expect(socket.destroyed).toBe(true);
  });

  it("is the driver's own where one is named", () => {
    expect(clientOf('postgresql://me@127.0.0.1:1/tollgate')).toBe(Client);
    expect(clientOf(undefined)).toBe(Client);
  });
});
