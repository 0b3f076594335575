import { Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { usePlace } from '../app/place';
import { Money } from '../ui/money';
import { toneOf } from '../ui/tone';
import { labelOf } from '../ui/words';

type Sum = Schemas['MoneySum'];

const HEIGHT = 8;

/** The amounts of the payments of a mode by status, a bar for each currency. */
export function MoneyByState(): JSX.Element | null {
  const { name, mode } = usePlace();
  const money = useQuery({
    queryKey: ['money', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/money', { params: { path: { name } } })),
    refetchInterval: every(30_000),
  });
  const sums = money.data?.data.filter(({ livemode }) => livemode === (mode === 'live')) ?? [];
  if (sums.length === 0) return null;
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return (
    <Group mb="sm" gap="xs" grow align="stretch">
      {currencies.map((currency) => (
        <Currency key={currency} sums={sums.filter((sum) => sum.currency === currency)} />
      ))}
    </Group>
  );
}

function Currency({ sums }: { readonly sums: readonly Sum[] }): JSX.Element {
  const { name, mode } = usePlace();
  const total = sums.reduce((all, { amount }) => all + amount, 0);
  const starts = sums.map((_, index) => sums.slice(0, index).reduce((all, { amount }) => all + amount, 0));
  return (
    <Paper withBorder p={6} miw={200}>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT} aria-hidden>
        {sums.map(({ status, amount }, index) => (
          <rect
            key={status}
            x={(100 * (starts[index] ?? 0)) / total}
            width={(100 * amount) / total}
            height={HEIGHT}
            fill={`var(--${toneOf(status)})`}
          />
        ))}
      </svg>
      <Group gap="sm" mt={4}>
        {sums.map(({ status, count, amount, currency }) => (
          <Text key={status} size="xs" component={Link} to={`/sandboxes/${name}/${mode}/payments?q=status:${status}`} c="inherit" td="none">
            <svg width={8} height={8} aria-hidden>
              <rect width={8} height={8} fill={`var(--${toneOf(status)})`} />
            </svg>{' '}
            {labelOf(status)}: {count}, <Money amount={amount} currency={currency} />
          </Text>
        ))}
      </Group>
    </Paper>
  );
}
