import { parseDuration } from '../../../libs/kernel/duration.js';
import { isoSeconds } from '../../../libs/kernel/time.js';
import { LEASE_MS } from '../../../libs/platform/database/invalidations.js';
import type { Evidence } from '../evidence.js';
import {
  advancesOf,
  bodyOf,
  chargesOf,
  doneSteps,
  isOneEpoch,
  type AdvanceAnswer,
  type SandboxCharge,
  type SandboxLife,
  type Step,
} from '../sandbox-history.js';

type Advance = ReturnType<typeof advancesOf>[number];

/** The checked fields of an event. */
interface EventBody {
  readonly id: string;
  readonly key: string;
  readonly created_at: string;
  readonly data: { readonly id: string; readonly expired_at?: string };
}

const CLOCK_STEPS = ['make', 'reset', 'clock', 'freeze', 'resume', 'advance'] as const;

/**
 * An advance with the status `done` has expired every charge that was due, once, at its expiry time, in object
 * and event.
 */
export function expiresAtItsInstant({ sandboxes }: Evidence): string[] {
  return walksOf(sandboxes).flatMap(({ life, walk, charges }) => [
    ...lengthProblems(walk).map((problem) => `${life.name}: ${problem}`),
    ...charges.flatMap((charge) =>
      expiryProblems(life, walk, charge).map((problem) => `${life.name}: ${charge.id} ${problem}`),
    ),
  ]);
}

/** An advance with the status `done` has delivered its webhooks, or tried to. */
export function sendsWhatItCaused({ sandboxes, sandboxPosted }: Evidence): string[] {
  return walksOf(sandboxes).flatMap(({ life, walk: { step, answer }, charges }) => {
    if (step.sent['wait'] === 'state') return [];
    const taken = new Set(
      sandboxPosted
        .filter(({ uri, answered, at }) => uri === life.uri && answered === 200 && at <= step.until)
        .map(({ body }) => (JSON.parse(body) as EventBody).id),
    );
    const from = Date.parse(answer.from);
    return charges
      .filter(({ dueAt }) => dueAt > from)
      .flatMap(({ id }) => {
        const event = answer.happened.find((one) => one.object_id === id && one.outcome === 'expired')?.event;
        if (event === undefined || event === null)
          return [`${life.name}: ${answer.id} does not contain ${id}`];
        const outcome = answer.happened.findLast(
          (one) => one.delivery !== null && one.event === event,
        )?.outcome;
        // The response may omit a webhook delivered just as max_real ended.
        if (outcome === undefined && !taken.has(event))
          return [`${life.name}: ${event} of ${id} was not sent`];
        if (outcome === 'delivered' && !taken.has(event))
          return [`${life.name}: ${event} of ${id} was delivered to nobody`];
        return outcome === 'pending' && step.sent['until'] === 'idle'
          ? [`${life.name}: ${event} of ${id} is to be sent again`]
          : [];
      });
  });
}

/**
 * Within an epoch, a request sent after another's response sees no earlier time. Two exceptions: processes
 * learn of a move within a second of each other, and a running clock may have been read just before the instant
 * at which it was stopped.
 */
export function neverGoesBack({ sandboxes }: Evidence): string[] {
  return sandboxes.flatMap((life) => {
    const seen = doneSteps(life, ...CLOCK_STEPS).map((step) => ({ step, ...timesOf(step) }));
    return seen.flatMap((before) =>
      seen
        .filter(({ step, first }) => step.at > before.step.until && first < before.last)
        .filter(
          ({ step }) => isOneEpoch(life, before.step.at, step.until) && !isExcused(life, before.step, step),
        )
        .map(
          ({ step, first }) =>
            `${life.name}: ${step.kind} at ${step.process} says ${iso(first)} after ${before.step.kind} said ${iso(before.last)}`,
        ),
    );
  });
}

/**
 * Every clock move ends with the reported status or `interrupted`. In the end every clock can be advanced
 * until nothing is due.
 */
export function endsEveryMove({ rows, sandboxes }: Evidence): string[] {
  const ends = new Map(rows.clockMoves.map((move) => [move.id, move.status]));
  const running = rows.clockMoves
    .filter(({ status }) => status === 'running')
    .map(({ id }) => `${id} is still under way`);
  const unlike = sandboxes.flatMap((life) =>
    advancesOf(life).flatMap(({ answer: { id, status } }) => {
      const end = ends.get(id);
      return end === undefined || end === status || end === 'interrupted'
        ? []
        : [`${life.name}: ${id} was answered ${status}, and is ${end}`];
    }),
  );
  const stuck = sandboxes.flatMap((life) => {
    const settling = life.steps.filter(({ kind, isSettling }) => kind === 'advance' && isSettling);
    const isSettled = settling.some(
      (step) => step.status === 200 && bodyOf<AdvanceAnswer>(step).status === 'done',
    );
    return settling.length === 0 || isSettled ? [] : [`${life.name}: its clock cannot be walked to the end`];
  });
  return [...running, ...unlike, ...stuck];
}

/** Advances with the status `done` whose results are known, with the charges that were due. */
function walksOf(
  sandboxes: readonly SandboxLife[],
): { readonly life: SandboxLife; readonly walk: Advance; readonly charges: SandboxCharge[] }[] {
  return sandboxes.flatMap((life) => {
    const all = chargesOf(life);
    return advancesOf(life)
      .filter(({ answer }) => answer.status === 'done')
      .map((walk) => ({
        life,
        walk,
        charges: all.filter(
          ({ step, dueAt }) =>
            step.until < walk.step.at &&
            dueAt <= Date.parse(walk.answer.to) &&
            isOneEpoch(life, step.at, walk.step.until),
        ),
      }));
  });
}

function lengthProblems({ step, answer }: Advance): string[] {
  const { by } = step.sent;
  const length = Date.parse(answer.to) - Date.parse(answer.from);
  return by === undefined || length === parseDuration(by)
    ? []
    : [`an advance by ${JSON.stringify(by)} went from ${answer.from} to ${answer.to}`];
}

/** Empty if there was no read before the next reset. */
function expiryProblems(
  life: SandboxLife,
  { step, answer }: Advance,
  { id, dueAt, step: made }: SandboxCharge,
): string[] {
  const looked = (kind: 'charges' | 'events'): Step | undefined =>
    doneSteps(life, kind).find(({ at, until }) => at > step.until && isOneEpoch(life, made.at, until));
  const [charges, events] = [looked('charges'), looked('events')];
  const due = isoSeconds(new Date(dueAt));
  const isExact = dueAt > Date.parse(answer.from);
  const problems: string[] = [];
  if (charges) {
    const charge = bodyOf<{ data: { id: string; status: string; expired_at: string | null }[] }>(
      charges,
    ).data.find((one) => one.id === id);
    if (charge?.status !== 'expired')
      problems.push(`was due at ${due}, and is ${charge?.status ?? 'not there'}`);
    else if (isExact && charge.expired_at !== due)
      problems.push(`was due at ${due}, and says ${charge.expired_at}`);
  }
  if (events) {
    const ends = bodyOf<{ data: EventBody[] }>(events).data.filter(
      ({ key, data }) => key === 'charge.complete' && data.id === id,
    );
    if (ends.length !== 1) problems.push(`was due, and has ${ends.length} charge.complete`);
    const [end] = ends;
    if (isExact && end && (end.created_at !== due || end.data.expired_at !== due))
      problems.push(`was due at ${due}, and its event says ${end.created_at} and ${end.data.expired_at}`);
  }
  return problems;
}

/** The sandbox's times in a step, at its begin and at its end. */
function timesOf(step: Step): { readonly first: number; readonly last: number } {
  if (step.kind === 'advance') {
    const { from, to } = bodyOf<AdvanceAnswer>(step);
    return { first: Date.parse(from), last: Date.parse(to) };
  }
  const { now } =
    step.kind === 'make' || step.kind === 'reset'
      ? bodyOf<{ clock: { now: string } }>(step).clock
      : bodyOf<{ now: string }>(step);
  return { first: Date.parse(now), last: Date.parse(now) };
}

/**
 * True if a move may have been in progress during the first step. A move without a response may last until
 * the end.
 */
function isExcused(life: SandboxLife, before: Step, after: Step): boolean {
  const moves = life.steps.filter(
    (step) => ['advance', 'freeze', 'resume'].includes(step.kind) && step !== before && step !== after,
  );
  const endOf = ({ status, until }: Step): number => (status === null ? Number.POSITIVE_INFINITY : until);
  const isMoved = moves.some((move) => move.at < before.until && endOf(move) > before.at);
  return isMoved && (after.at - before.until < LEASE_MS || !hasStood(life, before.until));
}

/** True if the clock was frozen until then. */
function hasStood(life: SandboxLife, until: number): boolean {
  const stands = doneSteps(life, 'make').some(
    (step) => bodyOf<{ clock: { frozen: boolean } }>(step).clock.frozen,
  );
  return stands && !life.steps.some(({ kind, at }) => (kind === 'resume' || kind === 'reset') && at < until);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
