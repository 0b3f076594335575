import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useState, type JSX } from 'react';
import { usePlace } from '../app/place';
import { hasArrived, isLast, statusOf, type Entry } from './entries';
import { type Feed } from './feed';
import { Time } from '../ui/time';
import { useOpenDeliveries, waitsOf, type OpenDeliveries } from './waiting-webhooks';

const BARS = 30;
const BAR_MS = 10_000;
const HEIGHT = 32;
/** Interval between two drawings of the charts. */
const TICK_MS = 1_000;
/** Entries read for the charts. */
const MOST_READ = 5_000;
const PERCENTILE = 0.95;

/** A small chart: its title, its accessible name, and the heights of its bars, the oldest first. */
interface Plot {
  readonly title: string;
  readonly label: string;
  readonly bars: readonly number[];
}

/**
 * Charts of the last five minutes of the machine's time, ten seconds a bar. Where that is more entries than are read, they say since when the bars are
 * complete. During a search only matching entries count, and the number of waiting webhooks, which is of all, is left out.
 */
export function Figures({ feed, isFiltered }: { readonly feed: Feed; readonly isFiltered: boolean }): JSX.Element {
  const now = useNow();
  const entries = [...feed.waiting, ...feed.entries];
  const allSince = feed.hasOlder ? entries.at(-1)?.machine_at : undefined;
  const isShort = allSince !== undefined && Date.parse(allSince) > now - BARS * BAR_MS;
  useReach(feed, isShort);
  const open = useOpenDeliveries(usePlace());
  const requests = entries.filter(({ kind }) => kind === 'request');
  const attempts = entries.filter(({ kind }) => kind === 'attempt');
  const plots = [
    countOf('API requests', requests, now),
    countOf(
      'API errors',
      requests.filter((request) => statusOf(request) >= 400),
      now,
    ),
    latencyOf(requests, now),
    countOf('Delivered', attempts.filter(hasArrived), now),
    countOf(
      'Failed attempts',
      attempts.filter((attempt) => !hasArrived(attempt)),
      now,
    ),
    ...(isFiltered ? [] : [waitingOf(attempts, open, now)]),
    countOf('Exhausted', attempts.filter(isLast), now),
  ];
  return (
    <>
      {(isFiltered || isShort) && (
        <Text size="xs" c="dimmed">
          {isFiltered ? 'Matching the filter' : 'Activity'}
          {isShort && (
            <>
              {' since '}
              <Time at={allSince} />, the latest {entries.length} entries
            </>
          )}
          :
        </Text>
      )}
      <SimpleGrid mb="sm" spacing="xs" cols={{ base: 2, sm: 4, lg: plots.length }}>
        {plots.map((plot) => (
          <Bars key={plot.title.split(':')[0]} plot={plot} />
        ))}
      </SimpleGrid>
    </>
  );
}

/** The browser's time, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  return now;
}

/** Reads the timeline as far back as the charts go, within a limit. */
function useReach({ entries, hasOlder, readOlder }: Feed, isShort: boolean): void {
  const isWanted = isShort && hasOlder && entries.length < MOST_READ;
  useEffect(() => {
    if (isWanted) readOlder();
  }, [isWanted, readOlder]);
}

/** Counts entries for each bar. */
function countOf(name: string, those: readonly Entry[], now: number): Plot {
  const bars = byBar(those, now).map(({ length }) => length);
  const total = bars.reduce((sum, count) => sum + count, 0);
  return { title: `${name}: ${total}`, label: `${name} in the last 5 minutes: ${total}`, bars };
}

/** The 95th percentile of durations for each bar. */
function latencyOf(requests: readonly Entry[], now: number): Plot {
  const took = byBar(requests, now).map((those) => those.flatMap(durationOf));
  const all = percentileOf(took.flat());
  const figure = all === undefined ? '–' : `${Math.ceil(all)} ms`;
  return {
    title: `p95 latency: ${figure}`,
    label: `p95 latency in the last 5 minutes: ${figure}`,
    bars: took.map((each) => percentileOf(each) ?? 0),
  };
}

/** Waiting webhooks for each bar. */
function waitingOf(attempts: readonly Entry[], open: OpenDeliveries, now: number): Plot {
  const waits = waitsOf(attempts, open);
  const bars = Array.from({ length: BARS }, (_, bar) => {
    const end = now - (BARS - 1 - bar) * BAR_MS;
    return waits.filter(({ from, to }) => from <= end && to > end - BAR_MS).length;
  });
  const figure = `${open.waiting.length}${open.hasMore ? ' or more' : ''}`;
  return { title: `Waiting: ${figure}`, label: `Waiting now: ${figure}`, bars };
}

function Bars({ plot: { title, label, bars } }: { readonly plot: Plot }): JSX.Element {
  const most = Math.max(...bars, 1);
  return (
    <Paper withBorder p={6} display="flex" style={{ flexDirection: 'column', justifyContent: 'space-between' }}>
      <Text size="xs">{title}</Text>
      <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} role="img" aria-label={label}>
        {bars.map((value, bar) => (
          <rect
            key={bar}
            x={bar + 0.1}
            width={0.8}
            y={HEIGHT * (1 - value / most)}
            height={(HEIGHT * value) / most}
            fill="var(--mantine-primary-color-filled)"
          />
        ))}
      </svg>
    </Paper>
  );
}

/** The entries of each bar, the oldest first. */
function byBar(entries: readonly Entry[], now: number): Entry[][] {
  const bars = Array.from({ length: BARS }, (): Entry[] => []);
  // Entries since the last tick belong to the last bar.
  for (const entry of entries) bars[BARS - 1 - Math.floor(Math.max(0, now - Date.parse(entry.machine_at)) / BAR_MS)]?.push(entry);
  return bars;
}

/** In milliseconds. Requests in progress have none. */
function durationOf({ details }: Entry): number[] {
  const { state, duration_ms: took } = details as { state?: string; duration_ms?: number };
  return state === 'done' && took !== undefined ? [took] : [];
}

function percentileOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * PERCENTILE) - 1];
}
