import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import type { Action } from './action-button';
import { useSandboxStatus } from './sandbox-status';
import { useSandboxNow } from './time';
import { durationText, timeText } from './time-text';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * "Advancing to 11:23:27" while the clock is advanced; without the target where this page does not know it.
 */
export function useAdvancing(): string | undefined {
  const now = useSandboxNow();
  const clock = useSandboxStatus()?.clock;
  const [own] = useMutationState({
    filters: { status: 'pending', predicate: ({ state }) => isAdvance(state.variables) },
    select: ({ mutationId, state }) => ({
      id: mutationId,
      body: (state.variables as Action).call.body as Readonly<Record<string, string>>,
    }),
  });
  // The clock is moved meanwhile: the target is computed once.
  const [begun, setBegun] = useState<{ readonly id: number; readonly target: Date | undefined }>();
  if (own && own.id !== begun?.id) setBegun({ id: own.id, target: targetOf(own.body, now()) });
  if (!own && !clock?.advancing) return undefined;
  const target = own && begun?.id === own.id ? begun.target : undefined;
  return target
    ? `Advancing to ${timeText(target, new Date())}`
    : `Advancing, ${timeText(now(), new Date())}`;
}

function isAdvance(variables: unknown): boolean {
  return (variables as Partial<Action> | undefined)?.call?.path.endsWith('/clock/advance') ?? false;
}

function targetOf({ by, to }: Readonly<Record<string, string>>, now: Date): Date | undefined {
  if (to !== undefined) return new Date(to);
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(by ?? '') ?? [];
  return count === undefined ? undefined : new Date(now.getTime() + Number(count) * (UNITS[unit] ?? 0));
}

/** "Advanced 1 h. 2 events ran, 3 webhooks held." */
export function advanceText({
  from,
  to,
  happened,
  held,
}: Pick<Schemas['Advance'], 'from' | 'to' | 'happened' | 'held'>): string {
  const ran = `${happened.length} ${happened.length === 1 ? 'event' : 'events'} ran`;
  return `Advanced ${durationText(Date.parse(to) - Date.parse(from))}. ${ran}${held > 0 ? `, ${held} webhooks held` : ''}.`;
}
