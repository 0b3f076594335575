import { Group, Skeleton, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import type { ControlCall } from '../../api/curl';
import { placeOfObject } from '../timeline/entry';
import { AdvanceOutcome } from './advance-outcome';
import { OtherMode } from '../../ui/other-mode';
import { TimeLine } from './time-line';
import { ActionButton, useAct } from '../../ui/action-button';
import { advanceText, useAdvancing } from '../../ui/advance';
import { WithCurl } from '../../ui/curl';
import { Empty } from '../../ui/empty';
import { Form } from '../../ui/form';
import { IdLink } from '../../ui/id-link';
import { ListTable } from '../../ui/list-table';
import { instantOf, localTimeOf, ZONE } from '../../ui/local-time';
import { Money } from '../../ui/money';
import { orderOf } from '../../ui/order';
import { PageHeader } from '../../ui/page-header';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { useSandboxStatus } from '../../ui/sandbox-status';
import { durationText, fullTime, IN_STEP_MS } from '../../ui/time-text';
import { Relative, Time, useSandboxNow, useTick } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { Wide } from '../../ui/wide';
import { labelOf } from '../../ui/words';

type Advance = Schemas['Advance'];

/** Most changes arrive earlier, by the event stream; time moves items into the list without an event. */
const REFRESH_MS = 15_000;
/** Upcoming events that are listed. */
const MOST = 100;

const STEPS = [
  ['1 min', '1m'],
  ['1 h', '1h'],
  ['1 day', '1d'],
  ['7 days', '7d'],
  ['30 days', '30d'],
] as const;

/** The sandbox's time, moving it, and the events that it brings. */
export function Clock(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const [to, setTo] = useState('');
  const [last, setLast] = useState<Advance>();
  const act = useAct();
  const now = useSandboxNow();
  const isAdvancing = useAdvancing() !== undefined;
  const clock = useSandboxStatus()?.clock;
  const upcoming = useQuery({
    queryKey: ['upcoming', name],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/clock/upcoming', {
          params: { path: { name }, query: { limit: String(MOST) } },
        }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  const post = (action: string, body?: object): ControlCall => ({
    method: 'POST',
    path: `${sandboxPath(place)}/clock/${action}`,
    body,
  });
  const advancing = (body: object) => ({
    call: post('advance', body),
    done: (answer: unknown) => advanceText(answer as Advance),
    onDone: (answer: unknown) => setLast(answer as Advance),
  });
  const all = upcoming.data?.data ?? [];
  const rows = all.filter(({ livemode }) => livemode === (mode === 'live'));
  const [next] = all;
  return (
    <Stack>
      <PageHeader
        title="Clock"
        about="Both modes of the sandbox have this clock. Advancing it runs everything that becomes due on the way."
      >
        {clock && (
          <WithCurl call={post(clock.frozen ? 'resume' : 'freeze')}>
            <Switch
              label="Freeze"
              checked={clock.frozen && !isAdvancing}
              disabled={isAdvancing}
              onChange={({ currentTarget: { checked } }) =>
                checked
                  ? act.press({ label: 'Freeze clock', call: post('freeze'), done: 'Clock frozen' })
                  : act.press({ label: 'Resume clock', call: post('resume'), done: 'Clock resumed' })
              }
            />
          </WithCurl>
        )}
      </PageHeader>
      {clock ? <Times clock={clock} /> : <Skeleton h={56} maw={480} />}
      <Group gap="xs" role="group" aria-label="Advance clock">
        {STEPS.map(([label, by]) => (
          <ActionButton
            key={by}
            label={`Advance ${label}`}
            {...advancing({ by })}
          >{`+${label}`}</ActionButton>
        ))}
        <ActionButton {...advancing({ until: 'next' })} disabled={next === undefined}>
          Next event
        </ActionButton>
        <ActionButton {...advancing({ until: 'idle' })} disabled={next === undefined}>
          Run everything pending
        </ActionButton>
        {next && (
          <Text size="sm" c="dimmed">
            Next: {labelOf(next.kind)}, <Relative at={next.at} />
          </Text>
        )}
      </Group>
      <Form>
        <Group align="flex-end" gap="xs">
          <TextInput
            size="xs"
            type="datetime-local"
            step={1}
            label={`Advance to (${ZONE})`}
            value={localTimeOf(to)}
            onChange={(event) => setTo(instantOf(event.currentTarget.value))}
            onPaste={(event) => {
              const pasted = instantOf(event.clipboardData.getData('text').trim());
              if (pasted === '') return;
              event.preventDefault();
              setTo(pasted);
            }}
            error={to !== '' && Date.parse(to) < now().getTime() ? 'The clock only goes forward' : undefined}
            w={230}
          />
          <ActionButton type="submit" {...advancing({ to })} disabled={to === ''}>
            Advance clock
          </ActionButton>
        </Group>
      </Form>
      {last && <AdvanceOutcome advance={last} onClose={() => setLast(undefined)} />}
      <Group justify="space-between">
        <Title order={2}>Upcoming</Title>
        <OtherMode count={all.length - rows.length} noun="upcoming event" page="/clock" />
      </Group>
      {upcoming.error && <Trouble error={upcoming.error} what="upcoming events" />}
      {!upcoming.data && !upcoming.error && <Skeleton h={120} />}
      {clock && rows.length > 0 && (
        <Wide label="Upcoming on a line">
          <TimeLine
            now={clock.now}
            moments={rows.map(({ at, kind, object_id: objectId }) => ({ at, kind, objectId }))}
          />
        </Wide>
      )}
      {upcoming.data && rows.length === 0 && (
        <Empty title="Nothing scheduled">
          Pending charges expire, failed webhooks are retried and transfers are sent at a time of this clock.
        </Empty>
      )}
      {rows.length > 0 && (
        <ListTable
          label="Upcoming"
          heads={['In', 'When', 'What', 'Object', 'Amount', 'Advance']}
          buttons="Advance"
          right={['Amount']}
        >
          {rows.map(({ at, kind, object_id: objectId, why, delivery, amount, currency, metadata }, index) => (
            <Table.Tr key={`${objectId} ${at} ${index}`}>
              <Table.Td>
                <Relative at={at} />
              </Table.Td>
              <Table.Td>
                <Time at={at} />
              </Table.Td>
              <Table.Td miw={150}>
                {labelOf(kind)}
                <Text size="xs" c="dimmed">
                  {kind !== 'occurrence' && !kind.endsWith('retry') && why}
                </Text>
              </Table.Td>
              <Table.Td>
                <IdLink
                  id={objectId}
                  to={
                    delivery === null
                      ? placeOfObject(objectId, place)
                      : pathIn(place, `/webhooks/${delivery}`)
                  }
                />
                <Order of={metadata} />
              </Table.Td>
              <Table.Td className="right">
                {amount === null || currency === null ? '–' : <Money amount={amount} currency={currency} />}
              </Table.Td>
              <Table.Td>
                <ActionButton {...advancing({ to: at })}>Advance to here</ActionButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Stack>
  );
}

function Order({ of }: { readonly of: object }): JSX.Element | null {
  const order = orderOf(of);
  if (order === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className="breaks">
      order {order}
    </Text>
  );
}

function Times({
  clock: { frozen, offset_ms: offsetMs },
}: {
  readonly clock: Schemas['SandboxStatus']['clock'];
}): JSX.Element {
  const now = useSandboxNow();
  const isAdvancing = useAdvancing() !== undefined;
  useTick();
  const isMoved = frozen || Math.abs(offsetMs) > IN_STEP_MS;
  const aheadMs = now().getTime() - Date.now();
  return (
    <div>
      <Text fz={28} lh="36px" className="numbers" data-testid="sandbox-time">
        {fullTime(now().toISOString())} · {isAdvancing ? 'advancing' : frozen ? 'frozen' : 'running'}
      </Text>
      <Text size="sm" c="dimmed" className="numbers">
        {isMoved
          ? `${durationText(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} your machine (${fullTime(new Date().toISOString())}).`
          : 'In step with your machine.'}{' '}
        Times in {ZONE}.
      </Text>
    </div>
  );
}
