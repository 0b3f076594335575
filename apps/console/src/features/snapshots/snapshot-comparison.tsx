import { Checkbox, Group, Paper, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { pageOf } from '../../lists/kinds';
import { IdLink } from '../../ui/id-link';
import { IdText } from '../../ui/id-text';
import { moneyText } from '../../ui/money-text';
import { orderOf } from '../../ui/order';
import { usePlace } from '../../ui/place';
import { fullTime } from '../../ui/time-text';
import { Trouble } from '../../ui/trouble';
import { labelOf } from '../../ui/words';

type RowDiff = Schemas['RowDiff'];

/** Rows that follow from others: they are hidden until asked for. */
const BOOKKEEPING = /^(webhook_|event|journal_entry|idempotency_key|fault_firing|act$)/;

/** The names of two snapshots. */
export interface Pair {
  readonly from: string | null;
  readonly to: string | null;
}

interface ComparisonProps {
  readonly names: readonly string[];
  readonly pair: Pair;
  readonly onChange: (pair: Pair) => void;
}

/** The differences between two snapshots. */
export default function Comparison({ names, pair: { from, to }, onChange }: ComparisonProps): JSX.Element {
  const { name } = usePlace();
  const [isAll, setIsAll] = useState(false);
  const diff = useQuery({
    queryKey: ['diff', name, from, to],
    enabled: from !== null && to !== null,
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/snapshots/{snapshot}/diff/{other}', {
          params: { path: { name, snapshot: from ?? '', other: to ?? '' } },
        }),
      ),
  });
  const box = useRef<HTMLDivElement>(null);
  const isRead = diff.data !== undefined;
  // It is below the list of snapshots.
  useEffect(() => {
    if (isRead) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead, from, to]);
  return (
    <Stack mt="lg" gap="xs" ref={box} style={{ scrollMarginBlock: 64 }}>
      <Title order={2}>Compare</Title>
      <Group align="flex-end">
        <Select
          size="xs"
          label="From"
          searchable
          data={[...names]}
          value={from}
          onChange={(value) => onChange({ from: value, to })}
        />
        <Select
          size="xs"
          label="To"
          searchable
          data={[...names]}
          value={to}
          onChange={(value) => onChange({ from, to: value })}
        />
      </Group>
      {diff.error && <Trouble error={diff.error} what="the comparison" />}
      {diff.data && <Differences diff={diff.data} isAll={isAll} onAll={setIsAll} />}
    </Stack>
  );
}

interface DifferencesProps {
  readonly diff: Schemas['Diff'];
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
}

function Differences({
  diff: { clock, settings, total, data },
  isAll,
  onAll,
}: DifferencesProps): JSX.Element {
  const clockRows: FieldRow[] = clock
    ? [
        ['time', fullTime(clock.from.at), fullTime(clock.to.at)],
        ['frozen', String(clock.from.frozen), String(clock.to.frozen)],
      ]
    : [];
  // Two snapshots within a second have the same time.
  const changedClock = clockRows.filter(([, from, to]) => from !== to);
  const hidden = data.filter(({ kind }) => BOOKKEEPING.test(kind));
  const shown = isAll ? data : data.filter((row) => !hidden.includes(row));
  const chips = chipsOf(shown);
  const changedSettings = Object.entries(settings);
  return (
    <Stack role="region" aria-label="Differences" gap="xs">
      <Group gap="xs">
        {chips.map((chip) => (
          <span key={chip} className="chip tone">
            {chip}
          </span>
        ))}
        {changedClock.length > 0 && <span className="chip tone">clock changed</span>}
        {changedSettings.length > 0 && (
          <span className="chip tone">
            {changedSettings.length} {changedSettings.length === 1 ? 'setting' : 'settings'} changed
          </span>
        )}
        {hidden.length > 0 && (
          <Checkbox
            size="xs"
            label={`Show ${hidden.length} event, webhook and ledger ${hidden.length === 1 ? 'record' : 'records'}`}
            checked={isAll}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
        )}
      </Group>
      {total === 0 && changedClock.length === 0 && changedSettings.length === 0 && (
        <Text size="sm">No differences.</Text>
      )}
      {total > data.length && (
        <Text size="sm" c="dimmed">
          Showing {data.length.toLocaleString('en')} of {total.toLocaleString('en')} records.
        </Text>
      )}
      {changedClock.length > 0 && <Fields title="Clock" rows={changedClock} />}
      {changedSettings.length > 0 && (
        <Fields
          title="Settings"
          rows={changedSettings.map(([field, { from, to }]) => [field, valueText(from), valueText(to)])}
        />
      )}
      {shown.map((row) => (
        <Difference key={`${row.kind} ${row.id}`} row={row} />
      ))}
    </Stack>
  );
}

/** "1 refund added", "2 charges changed". */
function chipsOf(rows: readonly RowDiff[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind, change } of rows)
    counts.set(`${kind} ${change}`, (counts.get(`${kind} ${change}`) ?? 0) + 1);
  return [...counts].map(([key, count]) => {
    const [kind = '', change = ''] = key.split(' ');
    return `${count} ${pluralOf(kind.replaceAll('_', ' '), count)} ${change}`;
  });
}

/** "THB 500.00", "order 1042". */
function factsOf({ amount, currency, about, metadata }: RowDiff): readonly string[] {
  const order = orderOf(metadata);
  return [
    ...(amount !== null && currency !== null ? [moneyText({ amount, currency })] : []),
    ...(order === undefined ? [] : [`order ${order}`]),
    ...(about === null ? [] : [about]),
  ];
}

function pluralOf(noun: string, count: number): string {
  if (count === 1) return noun;
  return /[^aeo]y$/.test(noun) ? noun.replace(/y$/, 'ies') : `${noun}s`;
}

function Difference({ row }: { readonly row: RowDiff }): JSX.Element {
  const { kind, id, currency, change, fields } = row;
  const page = change === 'removed' ? undefined : pageOf(id, usePlace());
  return (
    <Fields
      title={[`${labelOf(kind)} ${change}`, ...factsOf(row)].join(' · ')}
      id={page === undefined ? <IdText id={id} /> : <IdLink id={id} to={page} />}
      rows={Object.entries(fields).map(([field, { from, to }]) => [
        field,
        valueText(from, /amount$/.test(field) ? currency : null),
        valueText(to, /amount$/.test(field) ? currency : null),
      ])}
    />
  );
}

type FieldRow = readonly [field: string, from: string, to: string];

interface FieldsProps {
  readonly title: string;
  readonly id?: JSX.Element;
  readonly rows: readonly FieldRow[];
}

function Fields({ title, id, rows }: FieldsProps): JSX.Element {
  return (
    <Paper withBorder p="sm">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {id}
      </Group>
      {rows.length > 0 && (
        <Table fz="xs" withRowBorders={false} verticalSpacing={2} mt={4}>
          <Table.Tbody>
            {rows.map(([field, from, to]) => (
              <Table.Tr key={field}>
                <Table.Td w="30%" ff="monospace">
                  {field}
                </Table.Td>
                <Table.Td className="breaks numbers">
                  {from} → {to}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** With a currency, as an amount of it. */
function valueText(value: unknown, currency: string | null = null): string {
  if (value === null || value === undefined) return '–';
  if (currency !== null && typeof value === 'number') return moneyText({ amount: value, currency });
  if (typeof value === 'string') return INSTANT.test(value) ? fullTime(value) : value;
  return JSON.stringify(value);
}
