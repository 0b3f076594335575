import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, say } from '../output.js';
import { eventsOf } from '../stream.js';
import { inCause, lineOf, type TimelineEntry } from '../timeline.js';

interface TailOptions extends CommonOptions {
  readonly kinds?: string;
  readonly object?: string;
  readonly after?: string;
  readonly lines: number;
}

interface Page {
  readonly data: TimelineEntry[];
  readonly next: string;
  readonly gap: boolean;
}

const RETRY_MS = 500;

/** Everything that happens in a sandbox as it happens, each entry once, also when the connection breaks or Tollgate is started again. */
export function addTail(program: Command): void {
  withCommon(
    program
      .command('tail')
      .description('Follows what happens in a sandbox: requests, events, attempts to send them, faults, moves of the clock.'),
  )
    .option('--kinds <kinds>', 'only these, with commas between them: request, event, attempt, fault, clock, act, page')
    .option('--object <id>', 'only what is about this object')
    .option('--after <cursor>', 'from behind this cursor on')
    .option('-n, --lines <number>', 'how many of the past to begin with', readCount, 10)
    .action(tail);
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a number, such as 10.');
  return Number(text);
}

async function tail(options: TailOptions): Promise<void> {
  const { control, sandbox } = asking(options);
  const path = inSandbox(sandbox, '/timeline');
  const filter = {
    ...(options.kinds !== undefined && { kinds: options.kinds }),
    ...(options.object !== undefined && { object: options.object }),
  };
  let cursor = options.after;
  if (cursor === undefined) {
    const query = new URLSearchParams({ ...filter, before: 'end', limit: String(Math.max(options.lines, 1)) });
    const page = await control.json<Page>('GET', path, { query });
    if (options.lines > 0) show(page, options);
    cursor = page.next;
  }
  say(`Following ${sandbox} at ${control.url}; Ctrl-C ends it.`);
  const follow = async (): Promise<void> => {
    const query = new URLSearchParams({ ...filter, after: String(cursor) });
    const answer = await control.ask('GET', `${path}/stream`, { query, headers: { accept: 'text/event-stream' } });
    for await (const { id, data } of eventsOf(answer.body as ReadableStream<Uint8Array>)) {
      if (data === '') continue;
      show(JSON.parse(data) as Page, options);
      cursor = id ?? cursor;
    }
  };
  for (;;) {
    await follow().catch((error: Error) => {
      // What Tollgate refuses now it will refuse again.
      if (error instanceof Failure && error.exitCode !== EXIT.unreachable) throw error;
      say(`The connection is lost; trying again (${error.message})`);
    });
    await delay(RETRY_MS);
  }
}

function show({ data, gap }: Page, { json }: CommonOptions): void {
  if (gap) say('Some entries are not there any more.');
  const paint = painter(process.stdout);
  for (const entry of json ? data : inCause(data)) print(json ? JSON.stringify(entry) : lineOf(entry, paint));
}
