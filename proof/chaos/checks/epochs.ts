import type { Evidence } from '../evidence.js';
import type { Posted } from '../history.js';
import {
  bodyOf,
  chargesOf,
  doneSteps,
  isDone,
  type AdvanceAnswer,
  type SandboxLife,
  type Step,
  type StepKind,
} from '../sandbox-history.js';

/**
 * Longest time between a claim before a reset and its delivery, on a fast and on a slow machine, unless the
 * process is frozen.
 */
const IN_HAND_MS = 1_000;
const IN_HAND_UNTIMED_MS = 10_000;
const SECOND_MS = 1_000;

/** After the response to a reset, no process shows earlier lists, objects, pages or clocks. */
export function forgetsOldEpochs({ sandboxes }: Evidence): string[] {
  return sandboxes.flatMap((life) =>
    resetsOf(life).flatMap(({ reset, old }) =>
      life.steps
        .filter((step) => isDone(step) && step.at > reset.until)
        .flatMap((step) => {
          const seen = (SEEN[step.kind]?.(step) ?? []).filter((id) => old.has(id));
          return seen.length > 0
            ? [`${life.name}: ${step.process} shows ${seen.join(', ')} (${step.kind}) after a reset`]
            : [];
        }),
    ),
  );
}

/**
 * After the response to a reset, no webhook of an earlier epoch or charge is sent, except once by a worker that
 * had claimed it: soon, or when the worker is thawed.
 */
export function sendsNothingOld(evidence: Evidence): string[] {
  const { sandboxes, sandboxPosted, freezes, isTimed } = evidence;
  return sandboxes.flatMap((life) => {
    const received = sandboxPosted.filter(({ uri }) => uri === life.uri);
    return resetsOf(life).flatMap(({ reset, old, number }) => {
      const limit = thawedAt(reset.until, freezes) + (isTimed ? IN_HAND_MS : IN_HAND_UNTIMED_MS);
      const late = received.filter(
        (one) => one.at > reset.until && (old.has(chargeIdOf(one)) || epochOf(one) <= number),
      );
      const names = late.map(({ body }) => (JSON.parse(body) as { id: string }).id);
      return [
        ...late
          .filter((one) => signedAt(one) > limit)
          .map((one) => `${life.name}: a webhook of epoch ${epochOf(one)} was begun after reset ${number}`),
        ...[...new Set(names)]
          .filter((id) => names.filter((name) => name === id).length > 1)
          .map((id) => `${life.name}: ${id} was sent twice after reset ${number}`),
      ];
    });
  });
}

/**
 * The answered resets, numbered from 1, with the earlier charges. An ended epoch has at least this number.
 */
function resetsOf(
  life: SandboxLife,
): { readonly reset: Step; readonly number: number; readonly old: ReadonlySet<string> }[] {
  const charges = chargesOf(life);
  return doneSteps(life, 'reset').map((reset, index) => ({
    reset,
    number: index + 1,
    old: new Set(charges.filter(({ step }) => step.until < reset.at).map(({ id }) => id)),
  }));
}

/** Reads the ids of charges from responses of these steps. */
const SEEN: { readonly [Kind in StepKind]?: (step: Step) => string[] } = {
  charges: (step) => bodyOf<{ data: { id: string }[] }>(step).data.map(({ id }) => id),
  events: (step) => bodyOf<{ data: { data: { id: string } }[] }>(step).data.map(({ data }) => data.id),
  clock: (step) => [bodyOf<{ next: { object_id: string } | null }>(step).next?.object_id ?? ''],
  advance: (step) => bodyOf<AdvanceAnswer>(step).happened.map(({ object_id: id }) => id),
  find: ({ target }) => [target ?? ''],
  page: ({ target }) => [target ?? ''],
};

/** End of the last freeze of a worker that may hold claims from before `at`. */
function thawedAt(at: number, freezes: Evidence['freezes']): number {
  return freezes
    .toSorted((a, b) => a.from - b.from)
    .reduce((end, { from, to }) => (from <= end + IN_HAND_MS && to > end ? to : end), at);
}

/** The real time of its signature, which is made when it is sent, to the second. */
function signedAt({ headers }: Posted): number {
  return Number(headers['omise-signature-timestamp']) * SECOND_MS;
}

function epochOf({ headers }: Posted): number {
  return Number(headers['tollgate-epoch']);
}

function chargeIdOf({ body }: Posted): string {
  return (JSON.parse(body) as { data: { id: string } }).data.id;
}
