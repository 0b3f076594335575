import { Badge } from '@mantine/core';
import type { JSX } from 'react';

const COLORS: Readonly<Record<string, string>> = {
  successful: 'green',
  delivered: 'green',
  won: 'green',
  closed: 'green',
  active: 'orange',
  failed: 'red',
  gave_up: 'red',
  lost: 'red',
  expired: 'gray',
  reversed: 'gray',
  held: 'blue',
  pending: 'yellow',
  open: 'yellow',
};

/** A state in a word; its colour says nothing that the word does not. */
export function Status({ of }: { readonly of: string }): JSX.Element {
  return (
    <Badge color={COLORS[of] ?? 'gray'} variant="light" tt="none">
      {of}
    </Badge>
  );
}
