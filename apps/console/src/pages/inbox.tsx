import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { sandboxPath, usePlace, type Place } from '../app/place';
import { ObjectLink } from '../lists/cells';
import { useLongList } from '../lists/long-list';
import { LongTable, type Column } from '../lists/long-table';
import { checkSignature } from '../parts/signature';
import { Act } from '../ui/act';
import { Copy } from '../ui/copy';
import { Empty } from '../ui/empty';
import { Beside, Inspector, useOpened } from '../ui/inspector';
import { Json } from '../ui/json';
import { PageHeader } from '../ui/page-header';
import { Status } from '../ui/status';
import { Time } from '../ui/time';
import { toneOfHttp } from '../ui/tone';
import { WebhookTabs } from './webhooks';

type Entry = Schemas['InboxEntry'];

/** Webhooks that the sandbox sends arrive earlier, by the event stream. */
const REFRESH_MS = 10_000;
const PAGE = 100;

/** An inbox, which receives webhooks in place of an endpoint. The address has its name once it is created. */
export function Inbox(): JSX.Element {
  const place = usePlace();
  const { inbox: created }: { readonly inbox?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [name, setName] = useState(created ?? 'shop');
  const [url, setUrl] = useState<string>();
  const onCreated = (answer: unknown): void => {
    setUrl((answer as { url: string }).url);
    void navigate({ to: '.', search: { inbox: name } as never, replace: true });
  };
  return (
    <>
      <PageHeader title="Webhooks" />
      <WebhookTabs />
      <Stack>
        <Group align="flex-end">
          <TextInput
            size="xs"
            label="Inbox"
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setUrl(undefined);
            }}
          />
          <Act
            call={{ method: 'PUT', path: `${sandboxPath(place)}/inbox/${encodeURIComponent(name)}`, body: {} }}
            done="Inbox created"
            onDone={onCreated}
            disabled={name === ''}
          >
            Create inbox
          </Act>
          {url && (
            <Act call={{ method: 'PATCH', path: sandboxPath(place), body: { webhook_uri: url } }} done="Webhooks are sent to this inbox">
              Use as webhook URL
            </Act>
          )}
        </Group>
        {url && (
          <Group gap={4}>
            <Text size="sm" ff="monospace" className="breaks">
              {url}
            </Text>
            <Copy text={url} label="Copy URL" />
          </Group>
        )}
        {created === undefined ? (
          <Empty title="No inbox yet">Create an inbox to see the webhooks that it receives, with their bodies and signatures.</Empty>
        ) : (
          <InboxEntries inbox={created} />
        )}
      </Stack>
    </>
  );
}

function InboxEntries({ inbox }: { readonly inbox: string }): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const { opened } = useOpened();
  const read = useCallback(
    (before: string) => {
      const params = { path: { name, inbox }, query: { before, limit: PAGE } };
      return answerOf(api.GET('/api/sandboxes/{name}/inbox/{inbox}', { params }));
    },
    [name, inbox],
  );
  const list = useLongList<Entry>(['inbox', name, inbox], null, read, REFRESH_MS);
  const entry = list.items.find(({ id }) => id === opened);
  return (
    <Beside inspector={entry && <Received key={entry.id} entry={entry} />}>
      <LongTable
        label="Received webhooks"
        columns={columnsOf(place)}
        list={list}
        isFiltered={false}
        chosen={opened}
        empty={<Empty title="No webhooks received yet" />}
      />
    </Beside>
  );
}

function columnsOf(place: Place): readonly Column<Entry>[] {
  return [
    {
      name: 'Event',
      width: '26%',
      cell: (entry) => (
        <Link to="." search={((now: object) => ({ ...now, open: entry.id })) as never} className="row-link entry">
          {eventOf(entry)?.key ?? 'No event'}
        </Link>
      ),
    },
    { name: 'Object', width: '24%', cell: (entry) => <ObjectLink id={eventOf(entry)?.data?.id} place={place} /> },
    { name: 'Signature', width: '16%', cell: (entry) => <Signature of={entry} /> },
    {
      name: 'Response',
      width: '16%',
      isExtra: true,
      cell: ({ status }) => <Status of={String(status)} tone={toneOfHttp(status)} label={String(status)} />,
    },
    { name: 'Time', width: '18%', cell: ({ at, machine_at: machineAt }) => <Time at={at} machineAt={machineAt} /> },
  ];
}

interface ReceivedEvent {
  readonly key?: string;
  readonly data?: { readonly id?: string };
}

/** The body as an event, if it is JSON. */
function eventOf({ body }: Entry): ReceivedEvent | undefined {
  try {
    return JSON.parse(body) as ReceivedEvent;
  } catch {
    return undefined;
  }
}

/** Verifies the signature with the secret of the sandbox. */
function Signature({ of: { id, headers, body } }: { readonly of: Entry }): JSX.Element | null {
  const { name } = usePlace();
  const secret = useQuery({
    queryKey: ['webhook-secret', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })).then((one) => one.webhook_secret),
    staleTime: Infinity,
  }).data;
  const checked = useQuery({
    queryKey: ['inbox-signature', name, id, secret],
    enabled: secret !== undefined,
    queryFn: async () => (await checkSignature(headers, body, secret ?? '')).isGenuine ?? null,
    staleTime: Infinity,
  }).data;
  if (checked === undefined) return null;
  if (checked === null) return <Status of="unknown" label="Not verified" />;
  return checked ? <Status of="valid" tone="good" /> : <Status of="invalid" tone="bad" />;
}

function Received({ entry }: { readonly entry: Entry }): JSX.Element {
  const event = eventOf(entry);
  return (
    <Inspector label="Received webhook" title={event?.key ?? 'No event'}>
      <Stack gap="xs">
        <Group gap="xs">
          <Signature of={entry} />
          <Text size="sm" c="dimmed" component="span">
            <Time at={entry.at} machineAt={entry.machine_at} isExact /> · Returned {entry.status}
          </Text>
        </Group>
        <Json of={event ?? entry.body} label="Body" />
        <Json of={entry.headers} label="Headers" />
      </Stack>
    </Inspector>
  );
}
