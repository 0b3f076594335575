import { ActionIcon, Alert, Button, Group, Skeleton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useMemo, useState, type JSX, type ReactNode } from 'react';
import { FoldIcon, GraphIcon } from '@primer/octicons-react';
import { loading } from '../../api/load';
import type { Entry } from '../timeline/entries';
import { isOfPage } from '../timeline/entry-words';
import { useFeed, type Feed } from './feed';
import { FeedToggles, useFeedFilter } from './feed-filters';
import { Figures, RangeChoice } from './figures';
import { groupsOf, hasFailed } from './groups';
import { useRefresh } from '../timeline/live';
import { Log } from './log';
import { ClearFilters } from '../../lists/clear-filters';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import { isId, keyed, passes, splitWithWords, type Filter } from '../../lists/filters';
import { Beside, useOpened } from '../../ui/inspector';
import { PageHeader } from '../../ui/page-header';
import { usePlace } from '../../ui/place';
import { Status } from '../../ui/status';

const GetStarted = lazy(
  loading(async () => ({ default: (await import('../start/get-started')).GetStarted })),
);
const StartReminder = lazy(
  loading(async () => ({ default: (await import('../start/start-reminder')).StartReminder })),
);
const EntryInspector = lazy(
  loading(async () => ({ default: (await import('./entry-inspector')).EntryInspector })),
);

/** Filters that the control host applies to the whole timeline. */
const PARAMETERS = { object: (filter: Filter) => (isId(filter) ? filter.value : keyed('object_id')(filter)) };

/** Everything that happens in the sandbox, as it happens. */
export function Activity(): JSX.Element {
  const { name, mode } = usePlace();
  return <ActivityOf key={`${name} ${mode}`} />;
}

/**
 * A guide that is used stays when the first entries arrive. New entries wait while the list is scrolled, a
 * row is selected or the feed is paused.
 */
function ActivityOf(): JSX.Element {
  const place = usePlace();
  const search = useSearchText();
  const filter = useFeedFilter();
  const { opened, open } = useOpened();
  const [isScrolled, setIsScrolled] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const [isGuided, setIsGuided] = useState(false);
  const [cursor, setCursor] = useState<string>();
  const [isFolded, setIsFolded] = useLocalStorage({
    key: 'tollgate-activity-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [hasFigures, setHasFigures] = useLocalStorage({
    key: 'tollgate-activity-figures',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [hasFilters, filters] = useDisclosure();
  const isPaused = isStopped || isScrolled || cursor !== undefined || opened !== undefined;
  const { query, rest } = useMemo(() => splitWithWords(search.filters, PARAMETERS), [search.filters]);
  const feed = useFeed(place, query, isPaused, useRefresh());
  const { kinds, isFailed } = filter;
  const isOfKind = useCallback(
    ({ kind, details }: Entry): boolean =>
      kinds.length === 0 || kinds.includes(isOfPage(details) ? 'page' : kind),
    [kinds],
  );
  const groups = useMemo(
    () => groupsOf(feed.entries, (entry) => passes(entry, rest) && isOfKind(entry)),
    [feed.entries, rest, isOfKind],
  );
  const shown = useMemo(() => (isFailed ? groups.filter(hasFailed) : groups), [groups, isFailed]);
  const waiting = feed.waiting.filter((entry) => passes(entry, rest) && isOfKind(entry)).length;
  const isFiltered = search.text !== '' || kinds.length > 0 || isFailed;
  const toTop = (): void => document.querySelector('.feed')?.scrollTo({ top: 0 });
  const resume = (): void => {
    setIsStopped(false);
    setCursor(undefined);
    if (opened) open(undefined);
    toTop();
  };
  const showWaiting = (): void => {
    feed.showWaiting();
    toTop();
  };
  const isEmpty = feed.isRead && feed.entries.length + waiting === 0 && !isFiltered;
  if (isEmpty || isGuided)
    return (
      <>
        <PageHeader title="Activity" beside={<FeedStatus feed={feed} isPaused={false} />}>
          {!isEmpty && (
            <Button size="xs" variant="default" onClick={() => setIsGuided(false)}>
              Show activity
            </Button>
          )}
        </PageHeader>
        <div onClickCapture={() => setIsGuided(true)}>
          <Suspense fallback={<Skeleton h={300} />}>
            <GetStarted />
          </Suspense>
        </div>
      </>
    );
  return (
    <div className="activity">
      <PageHeader title="Activity" beside={<FeedStatus feed={feed} isPaused={isPaused} />}>
        <span aria-live="polite">
          {waiting > 0 && (
            <Button size="xs" variant="light" onClick={showWaiting}>
              {waiting} new · Show
            </Button>
          )}
        </span>
        <Toggle label="Collapse groups" isOn={isFolded} onClick={() => setIsFolded(!isFolded)}>
          <FoldIcon size={14} />
        </Toggle>
        <Toggle label="Figures" isOn={hasFigures} onClick={() => setHasFigures(!hasFigures)}>
          <GraphIcon size={14} />
        </Toggle>
        <Button size="xs" variant="default" onClick={isPaused ? resume : () => setIsStopped(true)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      </PageHeader>
      <Suspense fallback={null}>
        <StartReminder />
      </Suspense>
      <FilterBar search={search} placeholder="Search by order or ID, or status:503" error={feed.error}>
        <Button
          size="xs"
          variant="default"
          hiddenFrom="sm"
          aria-expanded={hasFilters}
          onClick={filters.toggle}
        >
          Filters
        </Button>
      </FilterBar>
      {hasFigures && (
        <div className={hasFilters ? undefined : 'extra'}>
          <Figures filter={filter} />
        </div>
      )}
      <Group mb="xs" gap={4} className={hasFilters ? undefined : 'extra'}>
        <FeedToggles filter={filter} />
        {hasFigures && (
          <Group gap={4} ml="auto">
            <RangeChoice />
          </Group>
        )}
      </Group>
      {feed.gap && <Alert color="yellow">Older entries were removed by retention.</Alert>}
      <div aria-live="polite">
        {isFiltered &&
          feed.isRead &&
          shown.length === 0 &&
          (feed.hasOlder ? (
            'Searching older entries…'
          ) : (
            <Group gap="sm">
              No matching entries. <ClearFilters />
            </Group>
          ))}
      </div>
      <Beside
        inspector={
          opened && (
            <Suspense fallback={null}>
              <EntryInspector id={opened} entry={feed.entries.find(({ id }) => id === opened)} />
            </Suspense>
          )
        }
      >
        <Log
          key={JSON.stringify([place, search.filters, kinds, isFailed])}
          feed={feed}
          groups={shown}
          isFiltered={isFiltered}
          place={place}
          isFolded={isFolded}
          opened={opened}
          cursor={cursor}
          onCursor={setCursor}
          onScroll={setIsScrolled}
        />
      </Beside>
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
  /** Its icon. */
  readonly children: ReactNode;
}

function Toggle({ label, isOn, onClick, children }: ToggleProps): JSX.Element {
  return (
    <ActionIcon
      variant={isOn ? 'default' : 'subtle'}
      color="gray"
      size={30}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

function FeedStatus({
  feed: { isLive, isRead },
  isPaused,
}: {
  readonly feed: Feed;
  readonly isPaused: boolean;
}): JSX.Element {
  if (!isLive)
    return <Status of="reconnecting" tone="neutral" label={isRead ? 'Reconnecting…' : 'Connecting…'} />;
  return isPaused ? <Status of="paused" tone="waiting" /> : <Status of="streaming" tone="good" />;
}
