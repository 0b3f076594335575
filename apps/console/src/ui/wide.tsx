import type { JSX, ReactNode } from 'react';

interface WideProps {
  readonly label: string;
  readonly isBoxed?: boolean;
  readonly children: ReactNode;
}

/** Content that can be wider than the page. It scrolls by itself, with the keyboard too. */
export function Wide({ label, isBoxed = false, children }: WideProps): JSX.Element {
  return (
    <div className={isBoxed ? 'wide boxed' : 'wide'} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
