import { Code } from '@mantine/core';
import type { JSX } from 'react';
import { Copy } from './copy';

interface JsonProps {
  readonly of: unknown;
  /** Shown above it. */
  readonly label: string;
}

/** A value as JSON, or a text as it is, with a button that copies it. None of it becomes markup. */
export function Json({ of, label }: JsonProps): JSX.Element {
  const text = typeof of === 'string' ? of : JSON.stringify(of, null, 2);
  return (
    <figure className="code">
      <figcaption>
        {label}
        <Copy text={text} label={`Copy: ${label}`} />
      </figcaption>
      <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
    </figure>
  );
}
