import { Suspense, useEffect, useState, type JSX, type ReactElement } from 'react';

interface FirstOpenProps {
  readonly isOpen: boolean;
  /** The dialogue, from a lazy component. */
  readonly children: (isOpen: boolean) => ReactElement;
}

/** A dialogue that is loaded when it first opens, and stays to close as it opened. */
export function FirstOpen({ isOpen, children }: FirstOpenProps): JSX.Element | null {
  const [isKept, setIsKept] = useState(isOpen);
  if (isOpen && !isKept) setIsKept(true);
  if (!isKept) return null;
  return (
    <Suspense fallback={null}>
      <Loaded isOpen={isOpen}>{children}</Loaded>
    </Suspense>
  );
}

/** Closed at first: a dialogue returns the focus to the element that had it when it changed to open. */
function Loaded({ isOpen, children }: FirstOpenProps): ReactElement {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return children(isShown);
}
