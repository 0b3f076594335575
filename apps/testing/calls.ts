import type { Call, Page } from './answers.js';
import type { WaitOptions } from './charge.js';
import type { Scope } from './scope.js';
import { failWith } from './story.js';
import { Wait } from './time-left.js';
import { fitsStatus, type AnswerStatus } from './webhook.js';

const PAGE = 100;
/** So long without another call, and no further one is taken to come. */
const QUIET_MS = 300;
/** How many calls a message names. */
const NAMED = 10;

/** Which calls are counted: those that were answered so, 2xx unless given; `any` counts them whatever came of them. */
export interface CallOptions extends WaitOptions {
  readonly status?: AnswerStatus | 'any';
}

interface Wanted {
  readonly count: string;
  readonly isEnough: (count: number) => boolean;
  readonly fits: (count: number) => boolean;
}

/** Calls that are expected of the program under test. To await it is to expect at least one. */
export class CallExpectation implements PromiseLike<readonly Call[]> {
  private readonly method: string;
  private readonly path: string;

  constructor(
    private readonly scope: Scope,
    private readonly call: string,
    private readonly options: CallOptions,
  ) {
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(call) ?? [];
    if (method === undefined || path === undefined) throw new TypeError(`"${call}" must be a method and a path, such as "POST /refunds"`);
    this.method = method;
    this.path = path;
  }

  /** Waits until there is one, and until no second comes. */
  once(): Promise<readonly Call[]> {
    return this.times(1);
  }

  /** Waits until there are so many, and until no other comes. */
  times(count: number): Promise<readonly Call[]> {
    const words = count === 1 ? 'once' : `${count} times`;
    return this.expect({ count: words, isEnough: (found) => found >= count, fits: (found) => found === count });
  }

  /** Waits until nothing is under way any more, and there was none. */
  never(): Promise<readonly Call[]> {
    return this.expect({ count: 'never', isEnough: () => true, fits: (found) => found === 0 });
  }

  then<Result = readonly Call[], Failed = never>(
    onDone?: ((calls: readonly Call[]) => Result | PromiseLike<Result>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Result | Failed> {
    const atLeastOnce = { count: 'at least once', isEnough: (found: number) => found > 0, fits: undefined };
    return this.expect(atLeastOnce).then(onDone, onFailed);
  }

  private async expect({ count, isEnough, fits }: Omit<Wanted, 'fits'> & Partial<Pick<Wanted, 'fits'>>): Promise<readonly Call[]> {
    const wait = new Wait(this.options.timeout, this.scope.remaining);
    const log = new Map<string, Call>();
    let { next } = await this.read(log, undefined);
    while (!isEnough(this.counted(log).length)) {
      const { left } = wait;
      if (left === 0) return this.fail(log, count, `within ${wait.lasted}`);
      ({ next } = await this.read(log, next, left));
    }
    if (fits === undefined) return this.counted(log);
    const busy = await this.settle(log, next, wait);
    if (busy !== undefined) return this.fail(log, count, `after ${wait.lasted}, and there is something under way: ${busy}`);
    return fits(this.counted(log).length) ? this.counted(log) : this.fail(log, count, `after ${wait.lasted}`);
  }

  /** Until nothing is due or under way in the sandbox, and no call comes any more; otherwise what is. */
  private async settle(log: Map<string, Call>, from: string, wait: Wait): Promise<string | undefined> {
    for (let after = from; ;) {
      const { idle, reason } = await this.scope.ask<Idle>('GET', '/idle', { waitMs: wait.left });
      if (!idle) return reason ?? 'it is not idle';
      const { next, count } = await this.read(log, after, QUIET_MS);
      after = next;
      const open = [...log.values()].find(({ state }) => state === 'in_progress');
      if (count === 0 && open === undefined) return undefined;
      if (wait.left === 0) return open === undefined ? 'calls go on coming' : callInWords(open);
    }
  }

  /** Adds what came after the cursor, and gives how many that were and the cursor behind it, which moves on where nothing came, too. */
  private async read(log: Map<string, Call>, after: string | undefined, waitMs = 0): Promise<{ next: string; count: number }> {
    const page = await this.scope.ask<Page<Call>>('GET', '/requests', { query: { limit: PAGE, after }, waitMs });
    // One that took long is there twice, at last with its answer.
    for (const call of page.data) log.set(call.id, call);
    // A page of long ones has fewer than were asked for.
    if (page.data.length === 0) return { next: page.next, count: 0 };
    const { next, count } = await this.read(log, page.next);
    return { next, count: page.data.length + count };
  }

  private counted(log: ReadonlyMap<string, Call>): readonly Call[] {
    const { status: wanted = '2xx' } = this.options;
    return this.matching(log).filter(({ status }) => wanted === 'any' || (status !== null && fitsStatus(status, wanted)));
  }

  private matching(log: ReadonlyMap<string, Call>): readonly Call[] {
    return [...log.values()].filter(({ method, path }) => method === this.method && fitsPath(path, this.path));
  }

  private fail(log: ReadonlyMap<string, Call>, count: string, when: string): Promise<never> {
    const { status = '2xx' } = this.options;
    const found = this.counted(log).length;
    const answered = status === 'any' ? '' : ` and answered ${status}`;
    const expected = `Expected ${this.call} to be called${answered} ${count}, but it was ${found === 1 ? 'once' : `${found} times`} ${when}.`;
    const matching = this.matching(log);
    const near = matching.length > 0 ? matching : [...log.values()].filter(({ method }) => method === this.method);
    const words = near.slice(-NAMED).map(callInWords);
    if (log.size > 0) return failWith(this.scope, expected, words.length > 0 ? words : [...log.values()].slice(-NAMED).map(callInWords));
    return failWith(this.scope, expected, [
      'No call came at all: does the program under test use the keys of this sandbox (tollgate.env)?',
    ]);
  }
}

interface Idle {
  readonly idle: boolean;
  readonly reason: string | null;
}

/** Whether `/charges/chrg_1/refunds` is `/refunds`: the whole of it, or its end from a slash on; `*` stands for one part. */
export function fitsPath(path: string, wanted: string): boolean {
  const [parts, ends] = [path, wanted].map((text) => text.split('/').slice(1)) as [string[], string[]];
  const from = parts.length - ends.length;
  return from >= 0 && ends.every((end, index) => end === '*' || end === parts[from + index]);
}

function callInWords({ method, path, state, status, error, at }: Call): string {
  const came = state === 'in_progress' ? 'is not answered yet' : `was answered ${status ?? 'nothing, for its client did not wait'}`;
  return `${method} ${path} at ${at} ${came}${error === null ? '' : `: ${error.message} (${error.code})`}`;
}
