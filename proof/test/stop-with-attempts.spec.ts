import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { useOwnProcess } from '../../apps/tollgate/test/own-process.js';
import { until } from '../../libs/platform/testing/until.js';

describe('a process that is stopped while receivers do not answer, over http and https', () => {
  /** Takes connections, and says nothing on them: over TLS they never come about. */
  let silent: Server;
  const connections: Socket[] = [];
  /** Connections with data; an aborted one may be followed by an empty one. */
  let attempts = 0;

  beforeAll(async () => {
    silent = createServer((socket) => {
      connections.push(socket);
      socket.on('error', () => undefined).once('data', () => (attempts += 1));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });

  // Before the process is ended, which would wait for them.
  afterAll(() => {
    silent.close();
    for (const connection of connections) connection.destroy();
  });

  const uri = (scheme: string): string => `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const tollgate = useOwnProcess(() => ({ WEBHOOK_URL: uri('http'), WEBHOOK_TIMEOUT_MS: '120000' }));

  it('stops waiting, records interrupted attempts, exits with code 0, and repeats them after its next start', async () => {
    const boost = {
      amount: '2000',
      currency: 'MYR',
      'source[type]': 'boost',
      return_uri: 'https://shop.example/return',
    };
    expect(
      (await tollgate.caller.post('/charges', { ...boost, 'webhook_endpoints[]': uri('https') })).status,
    ).toBe(200);
    await until(() => attempts === 2, 'no attempt is made at each of the receivers');
    // Long before the time of the attempts is over.
    expect(await tollgate.stop('SIGTERM')).toBe(0);
    const { rows } = await tollgate.database.query(
      `SELECT delivery.uri, delivery.status, attempt.number, attempt.error, next_attempt_at <= now() AS is_due, claimed_until
       FROM webhook_delivery delivery JOIN webhook_attempt attempt ON attempt.delivery_id = delivery.id ORDER BY delivery.uri`,
    );
    const interrupted = {
      status: 'pending',
      number: 1,
      error: 'interrupted',
      is_due: true,
      claimed_until: null,
    };
    expect(rows).toEqual([
      { ...interrupted, uri: uri('http') },
      { ...interrupted, uri: uri('https') },
    ]);

    await tollgate.start();
    await until(() => attempts === 4, 'the attempts are not made again');
    const { rows: again } = await tollgate.database.query('SELECT attempt_count FROM webhook_delivery');
    expect(again).toEqual([{ attempt_count: 2 }, { attempt_count: 2 }]);
  });
});
