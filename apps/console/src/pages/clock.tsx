import { Anchor, Group, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../api/client';
import { sandboxPath, usePlace, type Place } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { placeOfObject } from '../parts/entry';
import { Instant } from '../parts/instant';
import { instantOf, localTimeOf, ZONE } from '../parts/local-time';
import { useSandboxClock, type SandboxClock } from '../parts/sandbox-clock';
import { TimeLine, type Moment } from '../parts/time-line';
import { Wide } from '../parts/wide';

type Advance = Schemas['Advance'];

/** The sandbox's time, what it will bring, and moving it. */
export function Clock(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [by, setBy] = useState('1h');
  const [to, setTo] = useState('');
  const [last, setLast] = useState<Advance>();
  const params = { path: { name } };
  const clock = useSandboxClock(name, 1_000);
  const upcoming = useQuery({
    queryKey: ['upcoming', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/clock/upcoming', { params })),
    refetchInterval: every(3_000),
  });
  if (clock.error) return <Trouble error={clock.error} />;
  if (!clock.data) return <Text>…</Text>;
  const next = upcoming.data?.data.map(({ at, kind, object_id: objectId, why }) => ({ at, kind, objectId, text: why })) ?? [];
  const post = (action: string, body?: object) => ({ method: 'POST' as const, path: `${sandboxPath(place)}/clock/${action}`, body });
  const advanced = (answer: unknown): void => setLast(answer as Advance);
  return (
    <Stack>
      <Title order={1} size="h2">
        Clock
      </Title>
      <Times clock={clock.data} />
      <Group align="flex-end">
        {clock.data.frozen ? <Act call={post('resume')}>Resume</Act> : <Act call={post('freeze')}>Freeze</Act>}
        <TextInput size="xs" label="By" value={by} onChange={(event) => setBy(event.currentTarget.value)} w={90} />
        <Act call={post('advance', { by })} onDone={advanced}>
          Advance by {by}
        </Act>
        <Act call={post('advance', { until: 'next' })} onDone={advanced}>
          To the next
        </Act>
        <Act call={post('advance', { until: 'idle' })} onDone={advanced}>
          Until idle
        </Act>
      </Group>
      <Group align="flex-end">
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          label={`To this sandbox time, in ${ZONE}`}
          value={localTimeOf(to)}
          onChange={(event) => setTo(instantOf(event.currentTarget.value))}
          w={240}
        />
        <TextInput
          size="xs"
          label="The same as ISO 8601"
          placeholder="2027-01-01T00:00:00Z"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          w={190}
        />
        <Act call={post('advance', { to })} onDone={advanced} disabled={to === ''}>
          Advance to
        </Act>
      </Group>
      {last && <WhatHappened advance={last} place={place} />}
      <Title order={2} size="h4">
        What comes next
      </Title>
      <Wide label="What comes next, on a line">
        <TimeLine now={clock.data.now} moments={next} />
      </Wide>
      <Moments label="What comes next, in words" place={place} rows={next} />
    </Stack>
  );
}

/** What time it is in the sandbox, and on the machine. */
function Times({ clock: { now, frozen, machineAt } }: { readonly clock: SandboxClock }): JSX.Element {
  return (
    <div>
      <Text>
        Sandbox time: <Instant at={now} /> {frozen ? 'frozen' : 'running'}
      </Text>
      {machineAt && (
        <Text size="sm" c="dimmed">
          Machine time: <Instant at={machineAt} />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Both are shown in the time zone of this browser, {ZONE}.
      </Text>
    </div>
  );
}

function WhatHappened({ advance, place }: { readonly advance: Advance; readonly place: Place }): JSX.Element {
  const { from, to, status, held, happened, unfinished } = advance;
  return (
    <Paper withBorder p="sm">
      <Text>
        {status}: from <Instant at={from} /> to <Instant at={to} />
        {held > 0 && `, ${held} webhooks held`}
      </Text>
      <Moments
        label="What happened"
        place={place}
        rows={[
          ...happened.map(({ at, kind, object_id: objectId, outcome, error }) => ({
            at,
            kind,
            objectId,
            text: `${outcome}${error ? `: ${error}` : ''}`,
          })),
          ...unfinished.map(({ at, kind, object_id: objectId, why }) => ({ at, kind, objectId, text: `not done: ${why}` })),
        ]}
      />
    </Paper>
  );
}

interface Row extends Moment {
  readonly text: string;
}

interface MomentsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly place: Place;
}

function Moments({ label, rows, place }: MomentsProps): JSX.Element {
  if (rows.length === 0) return <Text c="dimmed">Nothing.</Text>;
  return (
    <Wide label={label}>
      <Table>
        <Table.Tbody>
          {rows.map(({ at, kind, objectId, text }, index) => (
            <Table.Tr key={`${objectId} ${at} ${index}`}>
              <Table.Td>
                <Instant at={at} />
              </Table.Td>
              <Table.Td>{kind}</Table.Td>
              <Table.Td className="breaks">{text}</Table.Td>
              <Table.Td>
                <Anchor component={Link} to={placeOfObject(objectId, place)} size="xs" ff="monospace" className="whole">
                  {objectId}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}
