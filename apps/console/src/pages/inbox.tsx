import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Act } from '../ui/act';
import { Copy } from '../ui/copy';
import { Empty } from '../ui/empty';
import { Json } from '../ui/json';
import { PageHeader } from '../ui/page-header';
import { Time } from '../ui/time';
import { Trouble } from '../ui/trouble';
import { WebhookTabs } from './webhooks';

/** Inboxes tell the stream nothing of what they receive. */
const REFRESH_MS = 5_000;
const LATEST = 20;

/** An inbox, which receives webhooks in place of an endpoint. */
export function Inbox(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [inbox, setInbox] = useState('shop');
  const [url, setUrl] = useState<string>();
  const entries = useQuery({
    queryKey: ['inbox', name, inbox],
    enabled: url !== undefined,
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/inbox/{inbox}', { params: { path: { name, inbox }, query: { before: 'end', limit: LATEST } } }),
      ),
    refetchInterval: every(REFRESH_MS),
  });
  return (
    <>
      <PageHeader title="Webhooks" />
      <WebhookTabs />
      <Stack>
        <Group align="flex-end">
          <TextInput
            size="xs"
            label="Inbox"
            value={inbox}
            onChange={(event) => {
              setInbox(event.currentTarget.value);
              setUrl(undefined);
            }}
          />
          <Act
            call={{ method: 'PUT', path: `${sandboxPath(place)}/inbox/${encodeURIComponent(inbox)}`, body: {} }}
            done="Inbox created"
            onDone={(created) => setUrl((created as { url: string }).url)}
            disabled={inbox === ''}
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
        {entries.error && <Trouble error={entries.error} what="the inbox" />}
        {entries.data?.data.length === 0 && <Empty title="No webhooks received yet" />}
        {entries.data?.data.toReversed().map((entry) => (
          <div key={entry.id}>
            <Text size="sm" c="dimmed">
              <Time at={entry.at} machineAt={entry.machine_at} /> · Returned {entry.status}
            </Text>
            <Json of={entry.body} label="Received" />
          </div>
        ))}
      </Stack>
    </>
  );
}
