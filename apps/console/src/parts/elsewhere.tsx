import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { usePlace } from '../app/place';

const PAGES = [
  ['', 'Now'],
  ['/webhooks', 'Webhooks'],
  ['/requests', 'Requests'],
] as const;

/** Leads to the same search on the pages that tell what happened. */
export function Elsewhere({ text, says }: { readonly text: string; readonly says: string }): JSX.Element | null {
  const { name, mode } = usePlace();
  if (text === '') return null;
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm" c="dimmed">
        {says}
      </Text>
      {PAGES.map(([path, label]) => (
        <Anchor key={path} component={Link} to={`/sandboxes/${name}/${mode}${path}`} search={{ q: text } as never} size="sm">
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
