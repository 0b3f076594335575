import { Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState, type JSX, type ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import { timeColumn, type At, type Column } from '../../lists/column';
import { useColumns } from '../../lists/list-page';
import { useLongList } from '../../lists/long-list';
import { LongTable } from '../../lists/long-table';
import { useInboxes } from './inboxes';
import { checkSignature } from '../webhooks/signature';
import { ActionButton } from '../../ui/action-button';
import { Copy } from '../../ui/copy';
import { Empty } from '../../ui/empty';
import { Form } from '../../ui/form';
import { Beside, Inspector, useOpened } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { PageHeader } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { toneOfHttp } from '../../ui/tone';
import { Trouble } from '../../ui/trouble';
import { WebhookTabs } from '../webhooks/webhooks';

type Entry = Schemas['InboxEntry'];

/** Webhooks that the sandbox sends arrive earlier, by the event stream. */
const REFRESH_MS = 15_000;
const PAGE = 100;
const DEFAULT_NAME = 'shop';

/**
 * The inboxes, which receive webhooks in place of an endpoint, and what one of them received. The address
 * names it, or else it is the one last used.
 */
export function Inbox(): JSX.Element {
  const place = usePlace();
  const { inbox: asked }: { readonly inbox?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const inboxes = useInboxes(place.name);
  const [typed, setTyped] = useState<string>();
  const choose = (inbox: string): void =>
    void navigate({ to: '.', search: { inbox } as never, replace: true });
  if (!inboxes.data)
    return (
      <Frame>
        {inboxes.error ? <Trouble error={inboxes.error} what="the inboxes" /> : <Skeleton h={300} />}
      </Frame>
    );
  const list = inboxes.data;
  const chosen = asked ?? lastUsed(list)?.name;
  const inbox = list.find(({ name }) => name === chosen);
  const created = typed ?? (list.some(({ name }) => name === DEFAULT_NAME) ? '' : DEFAULT_NAME);
  return (
    <Frame>
      <Form>
        <Group align="flex-end">
          {list.length > 0 && (
            <Select
              size="xs"
              label="Inbox"
              data={list.map(({ name, received }) => ({ value: name, label: `${name} (${received})` }))}
              value={chosen ?? null}
              onChange={(name) => name && choose(name)}
              allowDeselect={false}
            />
          )}
          <TextInput
            size="xs"
            label="New inbox"
            value={created}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ActionButton
            call={{
              method: 'PUT',
              path: `${sandboxPath(place)}/inbox/${encodeURIComponent(created)}`,
              body: {},
            }}
            done="Inbox created"
            onDone={() => {
              choose(created);
              setTyped(undefined);
            }}
            disabled={created === ''}
            type="submit"
          >
            Create inbox
          </ActionButton>
        </Group>
      </Form>
      {inbox && <Address url={inbox.url} />}
      {chosen === undefined ? (
        <Empty title="No inbox yet">
          Create an inbox to see the webhooks that it receives, with their bodies and signatures.
        </Empty>
      ) : (
        <InboxEntries inbox={chosen} />
      )}
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <>
      <PageHeader title="Webhooks" />
      <WebhookTabs />
      <Stack>{children}</Stack>
    </>
  );
}

function lastUsed(inboxes: readonly Schemas['ListedInbox'][]): Schemas['ListedInbox'] | undefined {
  return inboxes.toSorted((one, other) =>
    (other.last_machine_at ?? '').localeCompare(one.last_machine_at ?? ''),
  )[0];
}

/** The URL of an inbox, and whether webhooks are sent there. */
function Address({ url }: { readonly url: string }): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  }).data;
  return (
    <Group gap="xs">
      <Text size="sm" ff="monospace" className="breaks">
        {url}
      </Text>
      <Copy text={url} label="Copy URL" />
      {sandbox?.[mode].webhook_uri === url ? (
        <Status of="webhook-url" tone="good" label="Receives webhooks" />
      ) : (
        <ActionButton
          call={{ method: 'PATCH', path: sandboxPath(place), body: { webhook_uri: url } }}
          done="Webhooks are sent to this inbox"
        >
          Use as webhook URL
        </ActionButton>
      )}
    </Group>
  );
}

function InboxEntries({ inbox }: { readonly inbox: string }): JSX.Element {
  const { name } = usePlace();
  const { opened } = useOpened();
  const read = useCallback(
    (before: string) => {
      const params = { path: { name, inbox }, query: { before, limit: PAGE } };
      return answerOf(api.GET('/api/sandboxes/{name}/inbox/{inbox}', { params }));
    },
    [name, inbox],
  );
  const list = useLongList<Entry>(['inbox', name, inbox], null, read, REFRESH_MS);
  const columns = useColumns(columnsAt);
  const entry = list.items.find(({ id }) => id === opened);
  return (
    <Beside inspector={entry && <Received key={entry.id} entry={entry} />}>
      <LongTable
        label="Received webhooks"
        columns={columns}
        list={list}
        isFiltered={false}
        chosen={opened}
        empty={<Empty title="No webhooks received yet" />}
      />
    </Beside>
  );
}

function columnsAt(at: At): readonly Column<Entry>[] {
  return [
    {
      name: 'Event',
      width: 168,
      card: 1,
      text: nameOf,
      cell: (entry) => (
        <Link
          to="."
          search={((now: object) => ({ ...now, open: entry.id })) as never}
          className="row-link entry"
        >
          {nameOf(entry)}
        </Link>
      ),
    },
    {
      name: 'Object',
      width: 136,
      rank: 2,
      card: 3,
      text: (entry) => eventOf(entry)?.data?.id ?? '',
      cell: (entry) => <ObjectLink id={eventOf(entry)?.data?.id} place={at.place} />,
    },
    { name: 'Signature', width: 120, card: 2, cell: (entry) => <Signature of={entry} /> },
    {
      name: 'Response',
      width: 96,
      rank: 1,
      text: ({ status }) => String(status),
      cell: ({ status }) => <Status of={String(status)} tone={toneOfHttp(status)} label={String(status)} />,
    },
    timeColumn(
      'Time',
      at,
      ({ at: received }) => received,
      ({ machine_at: machineAt }) => machineAt,
    ),
  ];
}

function nameOf(entry: Entry): string {
  return eventOf(entry)?.key ?? 'No event';
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
function Signature({ of: { id, headers, body, masked } }: { readonly of: Entry }): JSX.Element | null {
  const { name } = usePlace();
  const secret = useQuery({
    queryKey: ['webhook-secret', name],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })).then(
        (one) => one.webhook_secret,
      ),
    staleTime: Infinity,
  }).data;
  const checked = useQuery({
    queryKey: ['inbox-signature', name, id, secret],
    enabled: secret !== undefined && !masked,
    queryFn: async () => (await checkSignature(headers, body, secret ?? '')).isGenuine ?? null,
    staleTime: Infinity,
  }).data;
  if (masked || checked === null) return <Status of="unknown" label="Not verified" />;
  if (checked === undefined) return null;
  return checked ? <Status of="valid" tone="good" /> : <Status of="invalid" tone="bad" />;
}

function Received({ entry }: { readonly entry: Entry }): JSX.Element {
  const event = eventOf(entry);
  return (
    <Inspector label="Received webhook" title={nameOf(entry)}>
      <Stack gap="xs">
        <Group gap="xs">
          <Signature of={entry} />
          <Text size="sm" c="dimmed" component="span">
            <Time at={entry.at} machineAt={entry.machine_at} isExact /> · Returned {entry.status}
          </Text>
        </Group>
        {entry.masked && (
          <Text size="sm" c="dimmed">
            Card numbers or secrets in the body are masked: its signature cannot be verified.
          </Text>
        )}
        <Json of={event ?? entry.body} label="Body" />
        <Json of={entry.headers} label="Headers" />
      </Stack>
    </Inspector>
  );
}
