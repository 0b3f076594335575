import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Entry } from './feed';

const BARS = 30;
const BAR_MS = 10_000;
const HEIGHT = 32;

/** What is counted, by name. */
const SERIES: readonly (readonly [name: string, counts: (entry: Entry) => boolean])[] = [
  ['requests', ({ kind }) => kind === 'request'],
  ['refused', (entry) => entry.kind === 'request' && statusOf(entry) >= 400],
  ['webhooks delivered', (entry) => entry.kind === 'attempt' && statusOf(entry) >= 200 && statusOf(entry) < 300],
  ['attempts that failed', (entry) => entry.kind === 'attempt' && (statusOf(entry) < 200 || statusOf(entry) >= 300)],
];

/** How much of each there was in the last five minutes of the machine's time, ten seconds a bar, as far as the feed reaches. */
export function Figures({ entries }: { readonly entries: readonly Entry[] }): JSX.Element {
  const now = Date.now();
  return (
    <SimpleGrid mb="sm" spacing="xs" cols={{ base: 2, sm: 4 }}>
      {SERIES.map(([name, counts]) => (
        <Bars key={name} name={name} ages={entries.filter(counts).map((entry) => now - Date.parse(entry.machine_at))} />
      ))}
    </SimpleGrid>
  );
}

function Bars({ name, ages }: { readonly name: string; readonly ages: readonly number[] }): JSX.Element {
  const counts = Array.from({ length: BARS }, (_, bar) => ages.filter((age) => Math.floor(age / BAR_MS) === BARS - 1 - bar).length);
  const [total, most] = [counts.reduce((sum, count) => sum + count, 0), Math.max(...counts, 1)];
  return (
    <Paper withBorder p={6}>
      <Text size="xs">
        {name}: {total}
      </Text>
      <svg
        viewBox={`0 0 ${BARS} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={`${name} in the last five minutes: ${total}`}
      >
        {counts.map((count, bar) => (
          <rect
            key={bar}
            x={bar + 0.1}
            width={0.8}
            y={HEIGHT * (1 - count / most)}
            height={(HEIGHT * count) / most}
            fill="var(--mantine-primary-color-filled)"
          />
        ))}
      </svg>
    </Paper>
  );
}

/** 0 where there was no answer. */
function statusOf({ details }: Entry): number {
  return Number((details as { status?: number | null }).status ?? 0);
}
