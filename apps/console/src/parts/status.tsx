import { Badge } from '@mantine/core';
import type { JSX } from 'react';

const COLORS: Readonly<Record<string, string>> = {
  successful: 'green',
  delivered: 'green',
  won: 'green',
  closed: 'green',
  active: 'orange',
  failed: 'red',
  exhausted: 'red',
  lost: 'red',
  expired: 'gray',
  reversed: 'gray',
  held: 'blue',
  pending: 'yellow',
  open: 'yellow',
};

/** The colour of a state, by its name in the theme. */
export function colorOf(status: string): string {
  return COLORS[status] ?? 'gray';
}

/** A state in a word; its colour says nothing that the word does not. */
export function Status({ of }: { readonly of: string }): JSX.Element {
  return (
    <Badge color={colorOf(of)} variant="light" tt="none" miw="max-content">
      {of}
    </Badge>
  );
}
