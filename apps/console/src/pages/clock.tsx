import { Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX, type ReactNode } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import type { ControlCall } from '../api/curl';
import { advanceText } from '../app/chips';
import { sandboxPath, usePlace, type Place } from '../app/place';
import { placeOfObject } from '../feed/entry';
import { TimeLine } from '../parts/time-line';
import { Act } from '../ui/act';
import { IdLink } from '../ui/id-link';
import { ListTable } from '../ui/list-table';
import { instantOf, localTimeOf, ZONE } from '../ui/local-time';
import { PageHeader } from '../ui/page-header';
import { useSandboxStatus } from '../ui/sandbox-status';
import { durationText, fullTime, IN_STEP_MS } from '../ui/time-text';
import { Relative, Time, useSandboxNow } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { Wide } from '../ui/wide';
import { labelOf } from '../ui/words';

type Advance = Schemas['Advance'];

/** Most changes arrive earlier, by the event stream; time moves items into the list without an event. */
const REFRESH_MS = 15_000;

const STEPS = [
  ['1 min', '1m'],
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
  ['30 days', '30d'],
] as const;

/** The sandbox's time, moving it, and what it brings. */
export function Clock(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [to, setTo] = useState('');
  const [last, setLast] = useState<Advance>();
  const clock = useSandboxStatus()?.clock;
  const upcoming = useQuery({
    queryKey: ['upcoming', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/clock/upcoming', { params: { path: { name } } })),
    refetchInterval: every(REFRESH_MS),
  });
  const post = (action: string, body?: object): ControlCall => ({ method: 'POST', path: `${sandboxPath(place)}/clock/${action}`, body });
  const advance = (label: string, body: object, isOff = false): JSX.Element => (
    <Act
      key={label}
      call={post('advance', body)}
      done={(answer) => advanceText(answer as Advance)}
      onDone={(answer) => setLast(answer as Advance)}
      disabled={isOff}
    >
      {label}
    </Act>
  );
  const rows = upcoming.data?.data ?? [];
  const instant = /^\d{4}-\d\d-\d\dT/.test(to) ? to : '';
  return (
    <Stack>
      <div>
        <PageHeader title="Clock" />
        {clock && <Times clock={clock} />}
      </div>
      <Group gap="xs">
        {clock?.frozen ? (
          <Act call={post('resume')} done="Clock resumed">
            Resume clock
          </Act>
        ) : (
          <Act call={post('freeze')} done="Clock frozen">
            Freeze clock
          </Act>
        )}
        {STEPS.map(([label, by]) => advance(`Advance ${label}`, { by }))}
        {advance('Next event', { until: 'next' })}
        {advance('Run everything pending', { until: 'idle' })}
      </Group>
      <Group align="flex-end" gap="xs">
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          label={`Date and time (${ZONE})`}
          value={localTimeOf(to)}
          onChange={(event) => setTo(instantOf(event.currentTarget.value))}
          w={220}
        />
        <TextInput
          size="xs"
          label="or ISO 8601"
          placeholder="2027-01-01T00:00:00Z"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          w={210}
        />
        {advance('Advance to', { to }, instant === '')}
      </Group>
      {last && <Outcome advance={last} place={place} />}
      <Title order={2}>Upcoming</Title>
      {upcoming.error && <Trouble error={upcoming.error} what="upcoming events" />}
      {clock && rows.length > 0 && (
        <Wide label="Upcoming on a line">
          <TimeLine now={clock.now} moments={rows.map(({ at, kind, object_id: objectId }) => ({ at, kind, objectId }))} />
        </Wide>
      )}
      {upcoming.data && rows.length === 0 && (
        <Text c="dimmed" size="sm">
          Nothing scheduled
        </Text>
      )}
      {rows.length > 0 && (
        <ListTable label="Upcoming" heads={['In', 'When', 'What', 'Object', 'Advance']}>
          {rows.map(({ at, kind, object_id: objectId, why }, index) => (
            <Table.Tr key={`${objectId} ${at} ${index}`}>
              <Table.Td>
                <Relative at={at} />
              </Table.Td>
              <Table.Td>
                <Time at={at} />
              </Table.Td>
              <Table.Td className="breaks" title={why}>
                {labelOf(kind)}
              </Table.Td>
              <Table.Td>
                <IdLink id={objectId} to={placeOfObject(objectId, place)} />
              </Table.Td>
              <Table.Td>{advance('Advance to here', { to: at })}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Stack>
  );
}

function Times({ clock: { frozen, offset_ms: offsetMs } }: { readonly clock: Schemas['SandboxStatus']['clock'] }): JSX.Element {
  const now = useSandboxNow();
  const [, tick] = useState(0);
  useInterval(() => tick((count) => count + 1), 1_000, { autoInvoke: true });
  const isMoved = frozen || Math.abs(offsetMs) > IN_STEP_MS;
  return (
    <div>
      <Text fz={28} lh="36px" className="numbers" data-testid="sandbox-time">
        {fullTime(now().toISOString())} · {frozen ? 'frozen' : 'running'}
      </Text>
      <Text size="sm" c="dimmed" className="numbers">
        {isMoved
          ? `Your machine: ${fullTime(new Date().toISOString())}. The sandbox is ${durationText(offsetMs)} ${offsetMs > 0 ? 'ahead' : 'behind'}.`
          : 'In step with your machine.'}{' '}
        Times in {ZONE}.
      </Text>
    </div>
  );
}

function Outcome({ advance, place }: { readonly advance: Advance; readonly place: Place }): JSX.Element {
  const rows: readonly (readonly [at: string, kind: string, objectId: string, text: ReactNode])[] = [
    ...advance.happened.map(
      ({ at, kind, object_id: id, outcome, error }) => [at, kind, id, `${outcome}${error ? `: ${error}` : ''}`] as const,
    ),
    ...advance.unfinished.map(({ at, kind, object_id: id, why }) => [at, kind, id, `Skipped: ${why}`] as const),
  ];
  return (
    <Paper withBorder p="sm">
      <Text size="sm">{advanceText(advance)}</Text>
      {rows.length > 0 && (
        <ListTable label="What happened" heads={['When', 'What', 'Object', 'Outcome']}>
          {rows.map(([at, kind, id, text], index) => (
            <Table.Tr key={`${id} ${at} ${index}`}>
              <Table.Td>
                <Time at={at} />
              </Table.Td>
              <Table.Td>{labelOf(kind)}</Table.Td>
              <Table.Td>
                <IdLink id={id} to={placeOfObject(id, place)} />
              </Table.Td>
              <Table.Td className="breaks">{text}</Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Paper>
  );
}
