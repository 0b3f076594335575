import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { MAX_ANSWER_LENGTH } from '#domain/exams/exam-case.js';
import { EXIT, Failure, reasonOf } from './failure.js';

/** Limits of a response or command. */
const LIMIT_MS = 30_000;

/**
 * Asks a shop about an order: a URL, in which `{order}` stands for the order, or a command that gets the order
 * as its last argument. Returns what it answers or prints. Throws a {@link Failure}.
 */
export async function askShop(
  method: 'GET' | 'POST',
  target: string,
  order: string,
  stop: AbortSignal,
): Promise<string> {
  if (!isUrl(target)) return runForOrder(target, order, stop);
  const url = target.replaceAll('{order}', encodeURIComponent(order));
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)]);
  const answer = await fetch(url, { method, signal }).catch((error: Error) => {
    stop.throwIfAborted();
    throw new Failure(`${method} ${url}: ${reasonOf(error)}`, EXIT.unfinished);
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Failure(
      `${method} ${url}: status ${answer.status} ${text.slice(0, 200)}`.trim(),
      EXIT.unfinished,
    );
  return text;
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * Runs the command of a probe or checkout, and returns its output. The order may come from a bundle of unknown
 * origin, so it must not reach a shell as text. Throws a {@link Failure}, or the reason of `signal`.
 */
export async function runForOrder(command: string, order: string, signal: AbortSignal): Promise<string> {
  const isWindows = process.platform === 'win32';
  if (order.startsWith('-') || (isWindows && !/^[\w.-]+$/.test(order)))
    throw new Failure(`the order ${order} cannot be passed to a command; use a URL with {order}`, EXIT.usage);
  const [program, args] = isWindows
    ? ['cmd', ['/d', '/s', '/c', `${command} ${order}`]]
    : ['sh', ['-c', `${command} "$1"`, 'sh', order]];
  const limits = { timeout: LIMIT_MS, maxBuffer: MAX_ANSWER_LENGTH, signal };
  try {
    return (await promisify(execFile)(program, args, limits)).stdout;
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(`${command}: ${whyFailed(error as ExecFileException)}`.trim(), EXIT.unfinished);
  }
}

function whyFailed({ code, killed, message, stderr }: ExecFileException): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `more than ${MAX_ANSWER_LENGTH / 1024} KiB of output`;
  if (killed) return `not finished within ${LIMIT_MS / 1_000} s`;
  return `${code === undefined ? message : `exit code ${code}`} ${stderr?.slice(0, 500) ?? ''}`;
}
