import type { Evidence } from '../evidence.js';
import { doneSteps, type SandboxLife, type Step } from '../sandbox-history.js';

/** A sandbox exists until it is deleted or its TTL ends, and its keys work until then. */
export function keepsSandboxes({ sandboxes, rows }: Evidence): string[] {
  const names = new Set(rows.sandboxes.map(({ name }) => name));
  return sandboxes.flatMap((life) => {
    const [first] = life.steps;
    const [made] = doneSteps(life, 'make');
    if (!first || !made) return [];
    const endsAt = life.ttlMs === null ? Number.POSITIVE_INFINITY : first.at + life.ttlMs;
    const early = life.steps.filter((step) => isGone(step) && step.at > made.until && step.until < endsAt);
    const lost = life.ttlMs === null && !names.has(life.name) ? [`${life.name} is not there any more`] : [];
    return [
      ...lost,
      ...early.map(
        ({ process, kind, status }) =>
          `${life.name}: ${process} did not know it any more (${kind}: ${status})`,
      ),
    ];
  });
}

/** No rows are left of closed epochs and of sandboxes whose TTL has ended. */
export function leavesNoRemains({ rows, sandboxes }: Evidence): string[] {
  const mortal = new Set(sandboxes.filter(({ ttlMs }) => ttlMs !== null).map(({ name }) => name));
  return [
    ...rows.remains.map(({ table, count }) => `${count} rows of ${table} are left of closed accounts`),
    ...rows.sandboxes.filter(({ name }) => mortal.has(name)).map(({ name }) => `${name} outlives its TTL`),
  ];
}

/** The sandboxes that were deleted at the end of their TTL. */
export function removedByTtl({ sandboxes, rows }: Evidence): SandboxLife[] {
  const names = new Set(rows.sandboxes.map(({ name }) => name));
  return sandboxes.filter(
    (life) => life.ttlMs !== null && doneSteps(life, 'make').length > 0 && !names.has(life.name),
  );
}

function isGone({ status, kind }: Step): boolean {
  return status === 401 || (status === 404 && kind !== 'find' && kind !== 'page');
}
