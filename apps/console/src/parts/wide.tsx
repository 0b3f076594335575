import type { JSX, ReactNode } from 'react';

/** What may be wider than the page: it is scrolled by itself, with the keyboard too. */
export function Wide({ label, children }: { readonly label: string; readonly children: ReactNode }): JSX.Element {
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
