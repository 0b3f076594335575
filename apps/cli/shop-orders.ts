import { once } from 'node:events';
import { SECOND_MS } from '#kernel/time.js';
import { masked } from '#platform/logging/masking.js';
import { MAX_ANSWER_LENGTH } from '#control/shops/rules/shop-terms.js';
import { ShopClient, urlForOrder } from '#control/shops/shop-client.js';
import { environmentAnd } from './environment.js';
import { EXIT, Failure } from './failure.js';
import { ProcessGroup } from './process-group.js';
import { isUrl, shown } from './shown.js';

/** Time limit of a response or command. */
const LIMIT_MS = 30 * SECOND_MS;
/** The variable in which the command of a checkout gets amount, currency, method and card, as JSON. */
const TERMS = 'TOLLGATE_ORDER';
const MAX_COMPLAINT = 500;
/** A checkout may redirect to the payment page, which is not followed. */
const TOO_HIGH = { GET: 300, POST: 400 };

const shop = new ShopClient(LIMIT_MS);

/**
 * Asks a shop about an order: a URL for it, or a command that gets the order as its last argument. Returns what
 * it answers or prints, at most 64 KiB. Throws a {@link Failure}, or the reason of `stop`.
 */
export async function askShop(
  method: 'GET' | 'POST',
  target: string,
  order: string,
  stop: AbortSignal,
): Promise<string> {
  if (!isUrl(target)) return runForOrder(target, order, stop);
  const url = urlOf(target, order);
  const { status, body, problem } = await shop.call(method, url, stop);
  if (status !== null && status < TOO_HIGH[method]) return body;
  const why = problem ?? `status ${status} ${masked(body).slice(0, 200)}`;
  throw new Failure(`${method} ${urlOf(shown(target), order)}: ${why}`.trim(), EXIT.unfinished);
}

/**
 * Runs the command of a probe or checkout, and returns its output. The order may come from a bundle of unknown
 * origin, so it must not reach a shell as text. Throws a {@link Failure}, or the reason of `signal`.
 */
export async function runForOrder(
  command: string,
  order: string,
  signal: AbortSignal,
  json: string | null = null,
): Promise<string> {
  const isWindows = process.platform === 'win32';
  if (order.startsWith('-') || order.includes('\0') || (isWindows && !/^[\w.-]+$/.test(order)))
    throw new Failure(`the order ${order} cannot be passed to a command; use a URL with {order}`, EXIT.usage);
  const [program, args] = isWindows
    ? ['cmd', ['/d', '/s', '/c', `${command} ${order}`]]
    : ['sh', ['-c', `${command} "$1"`, 'sh', order]];
  signal.throwIfAborted();
  const group = new ProcessGroup(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(json !== null && { env: environmentAnd(TERMS, json) }),
  });
  const output: Buffer[] = [];
  let bytes = 0;
  let complaint = '';
  let problem: string | undefined;
  const kill = (): void => group.kill();
  // A process that has left the group lives on, and keeps its end of the output open.
  const onAbort = (): void => {
    kill();
    group.leader.stdout?.destroy();
    group.leader.stderr?.destroy();
  };
  const end = (why: string): void => {
    problem ??= why;
    onAbort();
  };
  const timer = setTimeout(() => end(`not finished within ${LIMIT_MS / SECOND_MS} s`), LIMIT_MS);
  signal.addEventListener('abort', onAbort);
  group.leader.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_LENGTH) end(`more than ${MAX_ANSWER_LENGTH / 1024} KiB of output`);
    else output.push(chunk);
  });
  group.leader.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString();
  });
  // Processes in the background would keep the output open.
  group.leader.on('exit', kill);
  try {
    const [code, killedBy] = (await once(group.leader, 'close')) as [number | null, string | null];
    if (code !== 0) problem ??= `${killedBy ?? `exit code ${code}`} ${complaint.slice(0, MAX_COMPLAINT)}`;
  } catch (error) {
    problem = (error as Error).message;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
  signal.throwIfAborted();
  if (problem !== undefined)
    throw new Failure(`${shown(command)}: ${masked(problem)}`.trim(), EXIT.unfinished);
  return Buffer.concat(output).toString();
}

function urlOf(template: string, order: string): string {
  try {
    return urlForOrder(template, order);
  } catch (error) {
    throw new Failure((error as Error).message, EXIT.usage);
  }
}
