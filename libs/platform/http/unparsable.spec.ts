import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError } from '#domain/errors.js';
import { answerWhateverComes } from './unparsable.js';

/** All that a server answers to these bytes. */
async function answerTo(bytes: string, handle: RequestListener = (_, res) => void res.end('done')): Promise<string> {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 }, handle);
  answerWhateverComes(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  server.close();
  return answer;
}

const statusesOf = (answer: string): string[] => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status ?? '');
const refusal = (message: string): string => JSON.stringify(new ApiError('bad_request', message).toBody());
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';

describe('a connection', () => {
  it.each([
    ['bytes that are no request', 'HELLO\r\n\r\n', 'the request is not valid HTTP'],
    ['a tunnel', 'CONNECT /charges HTTP/1.1\r\nHost: x\r\n\r\n', 'the request is not valid HTTP'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 'the headers are too large'],
    ['half a request', `${HEAD}Content-Length: 99\r\n\r\nhalf`, 'the request took too long to arrive'],
  ])('with %s gets the error object and its end', async (_, bytes, message) => {
    const waiting: RequestListener = (req, res) => void req.resume().on('end', () => res.end());
    const answer = await answerTo(bytes, waiting);
    expect(statusesOf(answer)).toEqual(['400']);
    expect(answer.split('\r\n\r\n')[1]).toBe(refusal(message));
  });

  const TUNNEL = 'CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n';
  const hangUp = (socket: Socket): void => void socket.end();
  const stay = (): void => undefined;
  it.each([
    ['a tunnel says too much', `${TUNNEL}${'x'.repeat(1_000_000)}`, hangUp],
    ['a tunnel does not hang up', TUNNEL, stay],
    ['a tunnel is reset', TUNNEL, (socket: Socket): void => void socket.resetAndDestroy()],
    ['no request does not hang up', 'HELLO\r\n\r\n', stay],
  ])('that is refused is not kept, and harms nobody, when %s', async (_, bytes, then) => {
    const server = createServer();
    answerWhateverComes(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).once('data', () => then(socket));
    const [accepted] = (await once(server, 'connection')) as [Socket];
    socket.write(bytes);
    // once() would listen for errors as well.
    await new Promise((resolve) => accepted.on('close', resolve));
    socket.destroy();
    server.close();
  });

  it('that goes on and on with what is no request takes its answer and one refusal', async () => {
    const server = createServer((_, res) => void setTimeout(() => res.end('done'), 100));
    answerWhateverComes(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
    const answer = text(socket);
    socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
    const more = setInterval(() => socket.write('and more\r\n\r\n'), 5);
    expect(statusesOf(await answer)).toEqual(['200', '400']);
    clearInterval(more);
    socket.destroy();
    server.close();
  });

  it('that goes on with what is no request gets the answer to its request first, however long that takes', async () => {
    const slow: RequestListener = (_, res) => void setImmediate(() => setImmediate(() => res.end('done')));
    const answer = await answerTo(`${HEAD}Content-Length: 2\r\n\r\n{}and more\r\n\r\n`, slow);
    expect(statusesOf(answer)).toEqual(['200', '400']);
    expect(answer).toContain('done');
  });

  it('with an expectation that nobody knows is answered as if it had none', async () => {
    const answer = await answerTo(`${HEAD}Expect: 200-ok\r\nConnection: close\r\n\r\n`);
    expect(statusesOf(answer)).toEqual(['200']);
  });
});
