import { ActionIcon, Alert, Badge, Box, Group, Paper, TextInput, Title } from '@mantine/core';
import { useMemo, useState, type JSX } from 'react';
import { usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Figures } from '../parts/bars';
import { EntryLine } from '../parts/entry';
import { useFeed, idOf } from '../parts/feed';
import { parseFilters, passes } from '../parts/filters';
import { StartHere } from '../parts/start-here';

/** All that happens in the sandbox, as it happens. It stands still under the mouse. */
export function Now(): JSX.Element {
  const place = usePlace();
  const [search, setSearch] = useState('');
  const [isHovered, setIsHovered] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const feed = useFeed(place, undefined, isHovered || isPaused);
  const filters = useMemo(() => parseFilters(search), [search]);
  const shown = feed.entries.filter((entry) => passes(entry, filters));
  const isEmpty = feed.isLive && feed.entries.length === 0 && feed.waiting === 0;
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          Now
        </Title>
        <Badge color={feed.isLive ? 'green' : 'gray'} variant="dot" tt="none">
          {feed.isLive ? 'live' : 'not connected'}
        </Badge>
        <TextInput
          data-search
          aria-label="Filter"
          placeholder="kind:attempt -status:200 chrg_…"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          style={{ flex: '1 1 200px' }}
        />
        <ActionIcon variant="default" size="lg" onClick={() => setIsPaused(!isPaused)} aria-label={isPaused ? 'Go on' : 'Stand still'}>
          {isPaused ? '▶' : '❚❚'}
        </ActionIcon>
      </Group>
      <Figures entries={feed.entries} />
      {feed.error && <Trouble error={feed.error} />}
      {feed.gap && <Alert color="yellow">Some of what happened is not kept any more.</Alert>}
      <Box aria-live="polite" mih={26}>
        {feed.waiting > 0 && <Badge tt="none">{feed.waiting} new</Badge>}
      </Box>
      {isEmpty ? (
        <StartHere />
      ) : (
        <Paper withBorder role="log" aria-label="Timeline" onMouseEnter={() => setIsHovered(true)} onMouseLeave={() => setIsHovered(false)}>
          {shown.map((entry) => (
            <EntryLine key={idOf(entry)} entry={entry} place={place} />
          ))}
        </Paper>
      )}
    </>
  );
}
