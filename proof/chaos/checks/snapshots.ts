import type { Evidence } from '../evidence.js';
import { bodyOf, isDone, type SandboxLife, type Step } from '../sandbox-history.js';

/** A confirmed restore, with the objects in its snapshot and later confirmed ones. */
interface Restored {
  readonly step: Step;
  readonly kept: ReadonlySet<string>;
  readonly undone: ReadonlySet<string>;
  /** The earliest begin of the next epoch. */
  readonly until: number;
}

/** After the response to a restore, each process shows the objects of the snapshot and no later ones. */
export function goesBackWhole({ sandboxes }: Evidence): string[] {
  return sandboxes.flatMap((life) =>
    restoresOf(life).flatMap(({ step: restore, kept, undone, until }) =>
      life.steps
        .filter((step) => isDone(step) && step.at > restore.until && step.until < until)
        .flatMap((step) => {
          const seen = idsIn(step);
          const back = [...seen].filter((id) => undone.has(id));
          const lost = step.kind === 'charges' ? [...kept].filter((id) => !seen.has(id)) : [];
          return [
            ...back.map(
              (id) =>
                `${life.name}: ${step.process} shows ${id} (${step.kind}), which came after the snapshot`,
            ),
            ...lost.map(
              (id) => `${life.name}: ${step.process} does not show ${id}, which is in the snapshot`,
            ),
          ];
        }),
    ),
  );
}

/**
 * One client uses a sandbox sequentially, so its responses determine the contents, unless a reset without a
 * response may still happen.
 */
function restoresOf({ steps }: SandboxLife): Restored[] {
  const restores: Restored[] = [];
  const snapshots = new Map<unknown, ReadonlySet<string>>();
  let present = new Set<string>();
  const beginsOf = (index: number): number =>
    steps.slice(index + 1).find(({ kind }) => kind === 'reset' || kind === 'restore')?.at ?? Infinity;
  for (const [index, step] of steps.entries()) {
    const isEpoch = step.kind === 'reset' || step.kind === 'restore';
    if (isEpoch && step.status === null) return restores;
    if (!isDone(step)) continue;
    if (step.kind === 'charge') present.add(bodyOf<{ id: string }>(step).id);
    if (step.kind === 'save') snapshots.set(step.sent['name'], new Set(present));
    if (step.kind === 'reset') present = new Set();
    if (step.kind === 'restore') {
      const kept = snapshots.get(bodyOf<{ snapshot: string }>(step).snapshot) ?? new Set<string>();
      const undone = new Set([...present].filter((id) => !kept.has(id)));
      restores.push({ step, kept, undone, until: beginsOf(index) });
      present = new Set(kept);
    }
  }
  return restores;
}

/** The IDs of the charges in a response. */
function idsIn(step: Step): ReadonlySet<string> {
  if (step.kind === 'charges')
    return new Set(bodyOf<{ data: { id: string }[] }>(step).data.map(({ id }) => id));
  if (step.kind === 'events')
    return new Set(bodyOf<{ data: { data: { id: string } }[] }>(step).data.map(({ data }) => data.id));
  return new Set((step.kind === 'find' || step.kind === 'page') && step.target !== null ? [step.target] : []);
}
