import { connect } from 'node:net';
import type { Host } from '../../contract/contract.js';

/** A request to the byte: nothing is added to it, corrected or refused on the way out. */
export interface WireRequest {
  readonly host: Host;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The headers do not tell where the body ends, so that the other side may go on waiting for more. */
  readonly isMisframed: boolean;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const MISFRAMED_PATIENCE_MS = 100;

/** Node's own chunked responses end with this; Tollgate's have a length. */
const CHUNKS_END = Buffer.from('0\r\n\r\n');

/** The request as bytes. Header values are Latin-1, as HTTP has it. */
function bytesOf({ method, path, headers, body }: WireRequest): Buffer {
  const head = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]);
}

/** The body as one chunk, for a request without a length. */
export function chunked(body: Buffer): Buffer {
  const chunk =
    body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')] : [];
  return Buffer.concat([...chunk, CHUNKS_END]);
}

/**
 * Sends the request on its own connection. Rejects without a complete response within `limitMs`. A misframed
 * request is ended after a while and may get no response.
 */
export function send(port: number, request: WireRequest, limitMs: number): Promise<WireAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(
      () => finish(() => reject(new Error(`no answer within ${limitMs} ms`))),
      limitMs,
    );
    const patience = request.isMisframed ? setTimeout(() => socket.end(), MISFRAMED_PATIENCE_MS) : undefined;
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      socket.destroy();
      settle();
    };
    const look = (): void => {
      const answer = readAnswer(Buffer.concat(chunks), request.method === 'HEAD');
      if (answer) finish(() => resolve(answer));
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      look();
    });
    socket.on('close', () =>
      finish(() =>
        request.isMisframed
          ? resolve(undefined)
          : reject(new Error('the connection was closed without a whole answer')),
      ),
    );
    // A broken connection emits `close` too.
    socket.on('error', () => undefined);
    socket.write(bytesOf(request));
  });
}

/** The answer, once all of it is there. */
function readAnswer(bytes: Buffer, isHead: boolean): WireAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // Interim responses such as 100 Continue.
  if (status < 200) return readAnswer(bytes.subarray(end + 4), isHead);
  if (headers['transfer-encoding'] !== undefined) {
    return bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END)
      ? { status, headers, body: bytes.subarray(end + 4) }
      : undefined;
  }
  const length = isHead || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
  const body = bytes.subarray(end + 4, end + 4 + length);
  return body.length === length ? { status, headers, body } : undefined;
}

/** The request as one can read it, or send it again with `printf '…' | nc`. */
export function describeRequest(request: WireRequest): string {
  const MAX_LENGTH = 3_000;
  const bytes = bytesOf(request);
  const text = bytes
    .toString('latin1', 0, MAX_LENGTH)
    .replaceAll(/[^\x20-\x7e]|\\/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll('\\x0d\\x0a', '\\r\\n');
  return `to the ${request.host}: ${text}${bytes.length > MAX_LENGTH ? ` … (${bytes.length} bytes)` : ''}`;
}
