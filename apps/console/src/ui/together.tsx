import { useQueryClient, type QueryFilters } from '@tanstack/react-query';
import { useEffect, useState, type JSX, type ReactNode } from 'react';

/** Requests whose first answer is awaited. */
const FIRST: QueryFilters = { predicate: ({ state }) => state.status === 'pending' };
/** Frames in which an answer makes further parts ask. */
const QUIET_FRAMES = 3;

interface TogetherProps {
  /** True if the main part is known already. */
  readonly isKnown: boolean;
  /** Shown until then, in the shape of the parts. */
  readonly skeleton: ReactNode;
  readonly children: ReactNode;
}

/** Parts of a page that appear together once each has been answered, so that none moves another. */
export function Together({ isKnown, skeleton, children }: TogetherProps): JSX.Element {
  const [isSettled, settle] = useState(isKnown);
  const queries = useQueryClient();
  useEffect(() => {
    if (isSettled) return undefined;
    let quiet = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      quiet = queries.isFetching(FIRST) === 0 ? quiet + 1 : 0;
      if (quiet > QUIET_FRAMES) settle(true);
      else frame = requestAnimationFrame(later);
    };
    // Effects run after the frame, and timers after them.
    const later = (): void => {
      timer = setTimeout(look);
    };
    let frame = requestAnimationFrame(later);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isSettled, queries]);
  return (
    <div className="together" data-settled={isSettled || undefined}>
      {!isSettled && <div aria-hidden>{skeleton}</div>}
      <div>{children}</div>
    </div>
  );
}
