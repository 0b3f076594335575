import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, type JSX } from 'react';
import type { Entry } from '../timeline/entries';

const KINDS: readonly (readonly [kind: Entry['kind'], label: string])[] = [
  ['request', 'Requests'],
  ['attempt', 'Webhooks'],
  ['event', 'Events'],
  ['page', 'Customer'],
  ['act', 'Manual'],
  ['clock', 'Clock'],
  ['fault', 'Faults'],
];

/** The filters of the feed that are buttons, in the address as `kinds=request,event&failed=true`. */
export interface FeedFilter {
  /** All kinds if it is empty. */
  readonly kinds: readonly string[];
  readonly isFailed: boolean;
  readonly set: (filter: { readonly kinds?: readonly string[]; readonly isFailed?: boolean }) => void;
}

export function useFeedFilter(): FeedFilter {
  const { kinds: written = '', failed }: { readonly kinds?: string; readonly failed?: string } = useSearch({
    strict: false,
  });
  const navigate = useNavigate();
  const kinds = useMemo(
    () => written.split(',').filter((kind) => KINDS.some(([known]) => known === kind)),
    [written],
  );
  const set = useCallback<FeedFilter['set']>(
    (filter) => {
      const change = {
        ...(filter.kinds && { kinds: filter.kinds.join(',') || undefined }),
        ...(filter.isFailed !== undefined && { failed: filter.isFailed ? 'true' : undefined }),
      };
      void navigate({ to: '.', search: ((now: object) => ({ ...now, ...change })) as never, replace: true });
    },
    [navigate],
  );
  return { kinds, isFailed: failed === 'true', set };
}

/** A button for failures, and one for each kind of entry. */
export function FeedToggles({
  filter: { kinds, isFailed, set },
}: {
  readonly filter: FeedFilter;
}): JSX.Element {
  const turn = (kind: string): readonly string[] =>
    kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind];
  return (
    <div className="feed-filters" role="group" aria-label="Kinds">
      <Toggle label="Failed" isPressed={isFailed} onClick={() => set({ isFailed: !isFailed })} />
      {KINDS.map(([kind, label]) => (
        <Toggle
          key={kind}
          label={label}
          isPressed={kinds.includes(kind)}
          onClick={() => set({ kinds: turn(kind) })}
        />
      ))}
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

function Toggle({ label, isPressed, onClick }: ToggleProps): JSX.Element {
  return (
    <button type="button" className="feed-toggle" aria-pressed={isPressed} onClick={onClick}>
      {label}
    </button>
  );
}
