import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { jest } from '@jest/globals';
import { ApiError } from '#kernel/errors.js';
import { within } from '../testing/until.js';
import {
  closeAll,
  closeOf,
  connectTo,
  holdTimeOuts,
  listenOnLoopback,
  nextOf,
  pass,
  requestTo,
  restOf,
} from './test/loopback.js';
import { answerClientErrors } from './unparsable.js';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';
const WITH_BODY = `${HEAD}Content-Length: 2\r\n\r\n{}`;
const TUNNEL = 'CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n';
/** The time that a rejected client has to disconnect. */
const LINGER_MS = 2_000;

let server: Server;
let port: number;

async function serve(answer: RequestListener, options: ServerOptions = {}): Promise<void> {
  server = createServer(options, answer);
  answerClientErrors(server);
  port = await listenOnLoopback(server);
}

const done: RequestListener = (_, res) => void res.end('done');

/** The whole response to these bytes. */
function answerTo(bytes: string): Promise<string> {
  const client = connectTo(port);
  client.write(bytes);
  return restOf(client);
}

const statusesOf = (answer: string): string[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
const refusal = (message: string): string => JSON.stringify(new ApiError('bad_request', message).toBody());

afterEach(() => {
  jest.useRealTimers();
  closeAll(server);
});

describe('a connection', () => {
  const PATIENT: ServerOptions = {};
  const IMPATIENT: ServerOptions = {
    requestTimeout: 50,
    headersTimeout: 50,
    connectionsCheckingInterval: 10,
  };

  it.each<[what: string, bytes: string, options: ServerOptions, message: string]>([
    ['bytes that are no request', 'HELLO\r\n\r\n', PATIENT, 'the request is not valid HTTP'],
    ['a tunnel', 'CONNECT /charges HTTP/1.1\r\nHost: x\r\n\r\n', PATIENT, 'the request is not valid HTTP'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      PATIENT,
      'the headers are too large',
    ],
    [
      'half a request',
      `${HEAD}Content-Length: 99\r\n\r\nhalf`,
      IMPATIENT,
      'the request took too long to arrive',
    ],
  ])('with %s gets the error object and its end', async (_, bytes, options, message) => {
    await serve((req, res) => void req.resume().on('end', () => res.end()), options);
    const answer = await answerTo(bytes);
    expect(statusesOf(answer)).toEqual(['400']);
    expect(answer.split('\r\n\r\n')[1]).toBe(refusal(message));
  });

  const hangUp = (client: Socket): void => void client.end();
  const reset = (client: Socket): void => void client.resetAndDestroy();
  const stay = async (_: Socket, accepted: Socket): Promise<void> => {
    await pass(LINGER_MS - 1);
    expect(accepted.destroyed).toBe(false);
    await pass(1);
  };
  it.each([
    ['a tunnel says too much', `${TUNNEL}${'x'.repeat(1_000_000)}`, hangUp],
    ['a tunnel does not hang up', TUNNEL, stay],
    ['a tunnel is reset', TUNNEL, reset],
    ['no request does not hang up', 'HELLO\r\n\r\n', stay],
  ])('with an unreadable request is closed, and others continue, when %s', async (_, bytes, goOn) => {
    holdTimeOuts();
    await serve(done);
    const client = connectTo(port, { allowHalfOpen: true }).on('error', () => undefined);
    const [accepted] = (await within(once(server, 'connection'), 'nobody is let in')) as [Socket];
    client.write(bytes);
    expect(statusesOf(await nextOf(client))).toEqual(['400']);
    await goOn(client, accepted);
    await closeOf(accepted);
    expect(statusesOf(await answerTo(`${HEAD}Connection: close\r\n\r\n`))).toEqual(['200']);
  });

  it('that keeps sending unreadable bytes gets its answer and one error', async () => {
    holdTimeOuts();
    await serve(() => undefined);
    const client = connectTo(port).setNoDelay();
    client.write(WITH_BODY);
    const { res } = await requestTo(server);
    // The clients that wait for the response, at each error of Node's parser.
    const waiting: number[] = [];
    server.on('clientError', () => waiting.push(res.listenerCount('finish')) === 3 && res.end('done'));
    const goOn = (): void => {
      if (client.writable) client.write('and more\r\n\r\n', () => setImmediate(goOn));
    };
    goOn();
    expect(statusesOf(await restOf(client))).toEqual(['200', '400']);
    expect(waiting.slice(0, 3)).toEqual([waiting[0], waiting[0], waiting[0]]);
  });

  it('that sends unreadable bytes after a request gets the answer to the request first, however long that takes', async () => {
    await serve((_, res) => void server.once('clientError', () => setImmediate(() => res.end('done'))));
    const answer = await answerTo(`${WITH_BODY}and more\r\n\r\n`);
    expect(statusesOf(answer)).toEqual(['200', '400']);
    expect(answer).toContain('done');
  });

  it('with an expectation that nobody knows is answered as if it had none', async () => {
    await serve(done);
    expect(statusesOf(await answerTo(`${HEAD}Expect: 200-ok\r\nConnection: close\r\n\r\n`))).toEqual(['200']);
  });
});
