import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { painter, print, printJson, say } from '../output.js';
import { eventsOf } from '../stream.js';
import { linesOf, type TimelineEntry } from '../timeline.js';

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

/** Prints each timeline entry once, also across lost connections and restarts. */
export function addTail(program: Command): void {
  withCommon(
    program
      .command('tail')
      .description(
        'Follows the timeline of a sandbox: requests, events, webhook attempts, faults, clock changes, console actions.',
      ),
  )
    .option(
      '--kinds <kinds>',
      'Kinds of entries, comma-separated: request, event, attempt, fault, clock, act, page',
    )
    .option('--object <id>', 'Entries of this object only')
    .option('--after <cursor>', 'Start after this cursor')
    .option('-n, --lines <number>', 'Past entries to print first', readCount, 10)
    .action(tail);
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number, such as 10.');
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
    const query = new URLSearchParams({
      ...filter,
      before: 'end',
      limit: String(Math.max(options.lines, 1)),
    });
    const page = await control.json<Page>('GET', path, { query });
    if (options.lines > 0) show(page, options);
    cursor = page.next;
  }
  say(`Following ${sandbox} at ${control.url}; stop with Ctrl-C.`);
  const follow = async (): Promise<void> => {
    const query = new URLSearchParams({ ...filter, after: String(cursor) });
    const answer = await control.ask('GET', `${path}/stream`, {
      query,
      headers: { accept: 'text/event-stream' },
    });
    for await (const { id, data } of eventsOf(answer.body as ReadableStream<Uint8Array>)) {
      if (data === '') continue;
      show(JSON.parse(data) as Page, options);
      cursor = id ?? cursor;
    }
  };
  for (;;) {
    await follow().catch((error: Error) => {
      // A rejected request would be rejected again.
      if (error instanceof Failure && error.exitCode !== EXIT.unreachable) throw error;
      say(`Connection lost, reconnecting: ${error.message}`);
    });
    await delay(RETRY_MS);
  }
}

function show({ data, gap }: Page, { json }: CommonOptions): void {
  if (gap) say('Older entries were deleted; the timeline has a gap.');
  const paint = painter(process.stdout);
  if (json) for (const entry of data) printJson(entry);
  // A request is listed after what it set off, perhaps on a later page.
  else for (const line of linesOf(data, paint, { hasCauses: false })) print(line);
}
