import { Code } from '@mantine/core';
import type { JSX } from 'react';

/** Whatever it is, as text: nothing of it is ever markup. */
export function Json({ of, label }: { readonly of: unknown; readonly label: string }): JSX.Element {
  return (
    <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label={label}>
      {typeof of === 'string' ? of : JSON.stringify(of, null, 2)}
    </Code>
  );
}
