import { Injectable } from '@nestjs/common';
import { formatDuration, parseDuration } from '#kernel/duration.js';
import { fail } from '#kernel/errors.js';
import { DAY_MS, HOUR_MS, parseDateTime, SECOND_MS } from '#kernel/time.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Params } from '#platform/http/params.js';
import { parseLivemode } from '#engine/long-poll/rules/long-poll.js';
import { SandboxAccounts } from '#engine/accounts/sandbox-accounts.js';
import { figuresSql, type FiguresQuery, type FiguresRow } from './figures.queries.js';
import type { FiguresView, FigureView } from './figures.view.js';

const MAX_STEPS = 200;
const DEFAULT_SPAN_MS = HOUR_MS;
const DEFAULT_STEP = '1m';

/** Counts the requests and webhook attempts of a sandbox by steps of time. */
@Injectable()
export class FiguresService {
  constructor(
    private readonly database: Database,
    private readonly accounts: SandboxAccounts,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_request` and `not_found`. */
  async find(name: string, params: Params): Promise<FiguresView> {
    const query = queryOf(params, this.clock.machineNow());
    const { id } = await this.accounts.get(name);
    const [row] = await this.database.query<FiguresRow>(figuresSql(id, query));
    if (!row) throw new Error('A statement that has one row had none');
    const { from, to, stepMs } = query;
    return {
      object: 'figures',
      from: from.toISOString(),
      to: to.toISOString(),
      step: formatDuration(stepMs),
      data: allSteps(query, row),
      gap: row.is_cut,
    };
  }
}

/**
 * Steps begin at multiples of their length, so that a later call counts the same steps. The last one is that
 * of `now`.
 */
function queryOf(params: Params, now: Date): FiguresQuery {
  const stepMs = parseDuration(params['step'] ?? DEFAULT_STEP);
  if (stepMs === undefined || stepMs < SECOND_MS || stepMs > DAY_MS)
    return fail('bad_request', 'step must be a duration from 1s to 1d, such as 10s or 1m');
  const begin =
    params['from'] === undefined ? new Date(now.getTime() - DEFAULT_SPAN_MS) : parseDateTime(params['from']);
  if (!begin) return fail('bad_request', 'from must be an ISO 8601 datetime such as 2027-01-31T08:15:00Z');
  const first = Math.floor(begin.getTime() / stepMs);
  const end = Math.floor(now.getTime() / stepMs) + 1;
  if (first >= end)
    return fail('bad_request', `from must not be after the machine's time, ${now.toISOString()}`);
  if (end - first > MAX_STEPS)
    return fail(
      'bad_request',
      `from and step must make at most ${MAX_STEPS} steps; these make ${end - first}`,
    );
  return {
    from: new Date(first * stepMs),
    to: new Date(end * stepMs),
    stepMs,
    livemode: parseLivemode(params['livemode']),
  };
}

/** All steps, also empty ones. */
function allSteps({ from, to, stepMs }: FiguresQuery, { steps }: FiguresRow): FigureView[] {
  const byStep = new Map(steps.map((one) => [one.step, one]));
  return Array.from({ length: (to.getTime() - from.getTime()) / stepMs }, (_, step): FigureView => {
    const { requests, errors, p95_ms, delivered, failed_attempts } = byStep.get(step) ?? {};
    return {
      machine_at: new Date(from.getTime() + step * stepMs).toISOString(),
      requests: requests ?? 0,
      errors: errors ?? 0,
      p95_ms: p95_ms ?? null,
      delivered: delivered ?? 0,
      failed_attempts: failed_attempts ?? 0,
    };
  });
}
