import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type Response } from 'express';
import { closeAll, closeOf, connectTo, listenOnLoopback, nextOf } from './test/loopback.js';
import { admitAtMost } from './admission.js';

let server: Server;
let answers: Response[];
let port: number;

const ask = (): ReturnType<typeof connectTo> => {
  const client = connectTo(port).on('error', () => undefined);
  client.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  return client;
};

beforeEach(async () => {
  answers = [];
  const app = express();
  app.use(admitAtMost(1), (_req, res) => void answers.push(res));
  app.use((_error: unknown, _req: unknown, res: Response, _next: unknown) => void res.sendStatus(503));
  server = createServer(app);
  port = await listenOnLoopback(server);
});

afterEach(() => closeAll(server));

/** The answer to the next request that is let in. */
async function admitted(client: ReturnType<typeof connectTo>): Promise<Response> {
  await once(server, 'request');
  expect(client.destroyed).toBe(false);
  return answers.at(-1) as Response;
}

describe('a request is in progress', () => {
  it('until its answer is made', async () => {
    const res = await admitted(ask());
    expect(await nextOf(ask())).toMatch(/^HTTP\/1.1 503/);
    res.end('done');
    await admitted(ask());
    expect(answers).toHaveLength(2);
  });

  it('until its work is over, though its client has hung up', async () => {
    const client = ask();
    const res = await admitted(client);
    client.destroy();
    await once(res, 'close');
    expect(await nextOf(ask())).toMatch(/^HTTP\/1.1 503/);
    res.end();
    await admitted(ask());
    expect(answers).toHaveLength(2);
  });

  it('no longer than its connection once its answer has begun', async () => {
    const client = ask();
    const res = await admitted(client);
    res.write('begins');
    await nextOf(client);
    client.destroy();
    await Promise.all([once(res, 'close'), closeOf(client)]);
    await admitted(ask());
    res.end();
    expect(answers).toHaveLength(2);
    expect(await nextOf(ask())).toMatch(/^HTTP\/1.1 503/);
  });
});
