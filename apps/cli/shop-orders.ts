import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EXIT, Failure, reasonOf } from './failure.js';

/** Time limit of a response or command. */
const LIMIT_MS = 30_000;

/**
 * Asks a shop about an order: a URL, in which `{order}` stands for the order, or a command that gets the order
 * as its last argument. Returns what it answers or prints. Throws a {@link Failure}.
 */
export async function askShop(method: 'GET' | 'POST', target: string, order: string): Promise<string> {
  if (!/^https?:\/\//i.test(target)) return runForOrder(target, order);
  const url = target.replaceAll('{order}', encodeURIComponent(order));
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(url, { method, signal }).catch((error: Error) => {
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

/** The order comes from a bundle of unknown origin, so it must not reach a shell as text. */
async function runForOrder(command: string, order: string): Promise<string> {
  const isWindows = process.platform === 'win32';
  if (order.startsWith('-') || (isWindows && !/^[\w.-]+$/.test(order)))
    throw new Failure(`the order ${order} cannot be passed to a command; use a URL with {order}`, EXIT.usage);
  const [program, args] = isWindows
    ? ['cmd', ['/d', '/s', '/c', `${command} ${order}`]]
    : ['sh', ['-c', `${command} "$1"`, 'sh', order]];
  try {
    return (await promisify(execFile)(program, args, { timeout: LIMIT_MS })).stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string };
    const problem = code === undefined ? message : `exit code ${code}`;
    throw new Failure(`${command}: ${problem} ${stderr.slice(0, 500)}`.trim(), EXIT.unfinished);
  }
}
