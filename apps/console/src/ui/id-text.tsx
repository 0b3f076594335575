import type { JSX } from 'react';

const TAIL = 8;

/** An id: `chrg_…agu2nta9` by sight. Copying, searching and reading aloud give the whole. */
export function IdText({
  id,
  isShort = true,
}: {
  readonly id: string;
  readonly isShort?: boolean;
}): JSX.Element {
  const head = id.indexOf('_') + 1;
  if (!isShort || id.length <= head + TAIL + 1)
    return (
      <span className="id" title={id}>
        {id}
      </span>
    );
  return (
    <span className="id" title={id}>
      {id.slice(0, head)}
      <span>{id.slice(head, -TAIL)}</span>
      {id.slice(-TAIL)}
    </span>
  );
}
