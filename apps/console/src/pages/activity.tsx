import { Alert, Button, Group } from '@mantine/core';
import { PauseIcon, PlayIcon } from '@primer/octicons-react';
import { useMemo, useState, type JSX } from 'react';
import { useRefresh } from '../app/live';
import { usePlace } from '../app/place';
import { Figures } from '../feed/bars';
import { useFeed } from '../feed/feed';
import { Log } from '../feed/log';
import { MoneyByState } from '../feed/money-by-state';
import { FilterBar, useSearchText } from '../lists/filter-bar';
import { isId, keyed, passes, splitWithWords, type Filter } from '../lists/filters';
import { GetStarted } from '../parts/get-started';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';

const KINDS = ['request', 'event', 'attempt', 'fault', 'clock', 'act', 'page'];

/** Filters that the control host applies to the whole timeline. */
const PARAMETERS = {
  kinds: ({ key, value }: Filter) => (key === 'kind' && KINDS.includes(value) ? value : undefined),
  object: (filter: Filter) => (isId(filter) ? filter.value : keyed('object_id')(filter)),
};

/** Everything that happens in the sandbox, as it happens. New entries wait while the list is scrolled or paused. */
export function Activity(): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const [isScrolled, setIsScrolled] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const { query, rest } = useMemo(() => splitWithWords(search.filters, PARAMETERS), [search.filters]);
  const feed = useFeed(place, query, isScrolled || isPaused, useRefresh());
  const shown = useMemo(() => feed.entries.filter((entry) => passes(entry, rest)), [feed.entries, rest]);
  const isFiltered = search.text !== '';
  const waiting = feed.waiting.filter((entry) => passes(entry, rest)).length;
  const isEmpty = feed.isRead && feed.entries.length === 0 && waiting === 0 && !isFiltered;
  const showNew = (): void => {
    setIsPaused(false);
    document.querySelector('[aria-label="Timeline"]')?.scrollTo({ top: 0 });
  };
  return (
    <>
      <PageHeader
        title="Activity"
        beside={
          <Status
            of={feed.isLive ? 'streaming' : 'reconnecting'}
            tone={feed.isLive ? 'good' : 'neutral'}
            label={feed.isLive ? 'Streaming' : 'Reconnecting…'}
          />
        }
      />
      <Figures feed={feed} isFiltered={isFiltered} />
      <MoneyByState />
      <FilterBar search={search} placeholder="Search by order or ID, or kind:attempt -status:200" error={feed.error}>
        <Button
          size="xs"
          variant="default"
          leftSection={isPaused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      </FilterBar>
      {feed.gap && <Alert color="yellow">Older entries were removed by retention.</Alert>}
      <Group aria-live="polite" mih={waiting > 0 ? 30 : 0}>
        {waiting > 0 && (
          <Button size="compact-sm" variant="light" onClick={showNew}>
            {isScrolled && !isPaused ? 'Paused because you scrolled · ' : ''}
            {waiting} new · Show
          </Button>
        )}
        {isFiltered && shown.length === 0 && (feed.hasOlder ? 'Searching older entries…' : 'No matching entries.')}
      </Group>
      {isEmpty ? (
        <GetStarted key={`${place.name} ${place.mode}`} />
      ) : (
        <Log feed={feed} shown={shown} place={place} onScroll={setIsScrolled} />
      )}
    </>
  );
}
