import { ActionIcon, Alert, Badge, Box, Group, Text, Title } from '@mantine/core';
import { useMemo, useState, type JSX } from 'react';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Figures } from '../parts/bars';
import { useFeed } from '../parts/feed';
import { isId, keyed, passes, splitWithWords, type Filter } from '../parts/filters';
import { Log } from '../parts/log';
import { MoneyByState } from '../parts/money-by-state';
import { SearchField, useSearchText } from '../parts/search';
import { StartHere } from '../parts/start-here';

const KINDS = ['request', 'event', 'attempt', 'fault', 'clock', 'act', 'page'];

/** What the control host looks for in the whole timeline. */
const PARAMETERS = {
  kinds: ({ key, value }: Filter) => (key === 'kind' && KINDS.includes(value) ? value : undefined),
  object: (filter: Filter) => (isId(filter) ? filter.value : keyed('object_id')(filter)),
};

/** All that happens in the sandbox, as it happens. It stands still under the mouse, and while one looks further down. */
export function Now(): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const [isHovered, setIsHovered] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const { query, rest } = useMemo(() => splitWithWords(search.filters, PARAMETERS), [search.filters]);
  const feed = useFeed(place, query, isHovered || isScrolled || isPaused);
  const shown = useMemo(() => feed.entries.filter((entry) => passes(entry, rest)), [feed.entries, rest]);
  const isEmpty = feed.isLive && feed.entries.length === 0 && feed.waiting === 0 && search.text === '';
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Now
        </Title>
        <Badge color={feed.isLive ? 'green' : 'gray'} variant="dot" tt="none">
          {feed.isLive ? 'live' : 'not connected'}
        </Badge>
        <SearchField search={search} placeholder="1042 kind:attempt -status:200 chrg_…" />
        <ActionIcon variant="default" size="lg" onClick={() => setIsPaused(!isPaused)} aria-label={isPaused ? 'Go on' : 'Stand still'}>
          {isPaused ? '▶' : '❚❚'}
        </ActionIcon>
      </Group>
      <Figures feed={feed} isSearch={search.text !== ''} />
      <MoneyByState />
      {feed.error && <Trouble error={feed.error} />}
      {feed.gap && <Alert color="yellow">Some of what happened is not kept any more.</Alert>}
      <Box aria-live="polite" mih={26}>
        {feed.waiting > 0 && <Badge tt="none">{feed.waiting} new</Badge>}
      </Box>
      {search.text !== '' && shown.length === 0 && <Text c="dimmed">{feed.hasOlder ? 'Looking further back' : 'Nothing fits.'}</Text>}
      {isEmpty ? (
        <StartHere key={`${place.name} ${place.mode}`} />
      ) : (
        <Log feed={feed} shown={shown} place={place} onScroll={setIsScrolled} onHover={setIsHovered} />
      )}
    </>
  );
}
