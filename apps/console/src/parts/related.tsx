import { Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { usePlace } from '../app/place';
import { IdLink } from '../ui/id-link';
import { pageOf, pageOfCard } from './kinds';

const CARD = /\/customers\/(cust_\w+)\/cards\/(card_\w+)/g;
const ID = /\b[a-z]+_(?:test_)?[0-9a-z]{19}\b/g;
/** Links shown. */
const MOST = 12;

/** The objects that an object names and that have a page, as links. */
export function Related({ to, of }: { readonly to: string; readonly of: unknown }): JSX.Element | null {
  const place = usePlace();
  const text = JSON.stringify(of ?? null);
  const cards = new Map([...text.matchAll(CARD)].map(([, customer = '', card = '']) => [card, pageOfCard(card, customer, place)]));
  const ids = [...new Set(text.match(ID) ?? [])].filter((id) => id !== to);
  const pages = ids.flatMap((id) => {
    const page = cards.get(id) ?? pageOf(id, place);
    return page === undefined ? [] : [[id, page] as const];
  });
  if (pages.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Related
      </Text>
      {pages.slice(0, MOST).map(([id, page]) => (
        <IdLink key={id} id={id} to={page} />
      ))}
    </Group>
  );
}
