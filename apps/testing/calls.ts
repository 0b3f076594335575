import type { Call, Page } from './answers.js';
import type { WaitOptions } from './charge.js';
import type { Scope } from './scope.js';
import { failWith } from './story.js';
import { Wait } from './time-left.js';
import { fitsStatus, type AnswerStatus } from './webhook.js';

const PAGE = 100;
/** Without a call for this long, no further one is expected. */
const QUIET_MS = 300;
/** Calls listed in a message. */
const NAMED = 10;

/** `status` selects the calls that count, by their response; default 2xx. `any` counts all calls. */
export interface CallOptions extends WaitOptions {
  readonly status?: AnswerStatus | 'any';
}

interface CountRule {
  readonly count: string;
  readonly isEnough: (count: number) => boolean;
  readonly fits: (count: number) => boolean;
}

/** Expected calls of the program under test. Awaiting it expects at least one. */
export class CallExpectation implements PromiseLike<readonly Call[]> {
  private readonly method: string;
  private readonly path: string;

  constructor(
    private readonly scope: Scope,
    private readonly call: string,
    private readonly options: CallOptions,
  ) {
    const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(call) ?? [];
    if (method === undefined || path === undefined)
      throw new TypeError(`"${call}" must be a method and a path, such as "POST /refunds"`);
    this.method = method;
    this.path = path;
  }

  /** Waits for one call, and fails on a second one. */
  once(): Promise<readonly Call[]> {
    return this.times(1);
  }

  /** Waits for this number of calls, and fails on more. */
  times(count: number): Promise<readonly Call[]> {
    const words = count === 1 ? 'once' : `${count} times`;
    return this.expect({
      count: words,
      isEnough: (found) => found >= count,
      fits: (found) => found === count,
    });
  }

  /** Waits until the sandbox is idle, and fails on any call. */
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

  private async expect({
    count,
    isEnough,
    fits,
  }: Omit<CountRule, 'fits'> & Partial<Pick<CountRule, 'fits'>>): Promise<readonly Call[]> {
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
    if (busy !== undefined)
      return this.fail(log, count, `after ${wait.lasted}, with work in progress: ${busy}`);
    return fits(this.counted(log).length) ? this.counted(log) : this.fail(log, count, `after ${wait.lasted}`);
  }

  /** Waits until the sandbox is idle and no call arrives. Returns what is still in progress, if anything. */
  private async settle(log: Map<string, Call>, from: string, wait: Wait): Promise<string | undefined> {
    for (let after = from; ;) {
      const { idle, reason } = await this.scope.ask<Idle>('GET', '/idle', { waitMs: wait.left });
      if (!idle) return reason ?? 'the sandbox is not idle';
      const { next, count } = await this.read(log, after, QUIET_MS);
      after = next;
      const open = [...log.values()].find(({ state }) => state === 'in_progress');
      if (count === 0 && open === undefined) return undefined;
      if (wait.left === 0) return open === undefined ? 'new calls keep arriving' : callInWords(open);
    }
  }

  /**
   * Adds the calls after the cursor; returns their number and the next cursor, which moves on without calls
   * too.
   */
  private async read(
    log: Map<string, Call>,
    after: string | undefined,
    waitMs = 0,
  ): Promise<{ next: string; count: number }> {
    const page = await this.scope.ask<Page<Call>>('GET', '/requests', {
      query: { limit: PAGE, after },
      waitMs,
    });
    // A long call is listed twice, the second time with its response.
    for (const call of page.data) log.set(call.id, call);
    // A page of large entries has fewer than the limit.
    if (page.data.length === 0) return { next: page.next, count: 0 };
    const { next, count } = await this.read(log, page.next);
    return { next, count: page.data.length + count };
  }

  private counted(log: ReadonlyMap<string, Call>): readonly Call[] {
    const { status: expected = '2xx' } = this.options;
    return this.matching(log).filter(
      ({ status }) => expected === 'any' || (status !== null && fitsStatus(status, expected)),
    );
  }

  private matching(log: ReadonlyMap<string, Call>): readonly Call[] {
    return [...log.values()].filter(
      ({ method, path }) => method === this.method && fitsPath(path, this.path),
    );
  }

  private fail(log: ReadonlyMap<string, Call>, count: string, when: string): Promise<never> {
    const { status = '2xx' } = this.options;
    const found = this.counted(log).length;
    const answered = status === 'any' ? '' : ` and answered ${status}`;
    const expected = `Expected ${this.call} to be called${answered} ${count}, but it was ${found === 1 ? 'once' : `${found} times`} ${when}.`;
    const matching = this.matching(log);
    const near =
      matching.length > 0 ? matching : [...log.values()].filter(({ method }) => method === this.method);
    const words = near.slice(-NAMED).map(callInWords);
    if (log.size > 0)
      return failWith(
        this.scope,
        expected,
        words.length > 0 ? words : [...log.values()].slice(-NAMED).map(callInWords),
      );
    return failWith(this.scope, expected, [
      'No call arrived. Check that the program under test uses the keys in tollgate.env.',
    ]);
  }
}

interface Idle {
  readonly idle: boolean;
  readonly reason: string | null;
}

/**
 * True if the path equals `pattern` or ends with it: `/charges/chrg_1/refunds` fits `/refunds`. `*` matches
 * one segment.
 */
export function fitsPath(path: string, pattern: string): boolean {
  const [parts, ends] = [path, pattern].map((text) => text.split('/').slice(1)) as [string[], string[]];
  const from = parts.length - ends.length;
  return from >= 0 && ends.every((end, index) => end === '*' || end === parts[from + index]);
}

function callInWords({ method, path, state, status, error, at }: Call): string {
  const came =
    state === 'in_progress'
      ? 'in progress'
      : status === null
        ? 'closed by the client before the response'
        : `was answered ${status}`;
  return `${method} ${path} at ${at} ${came}${error === null ? '' : `: ${error.message} (${error.code})`}`;
}
