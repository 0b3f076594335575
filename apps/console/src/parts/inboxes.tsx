import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api, every } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Act } from './act';
import { Instant } from './instant';
import { Json } from './json';

/** An inbox by its name: what it received, and sending the sandbox's webhooks there. */
export function Inboxes(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const [inbox, setInbox] = useState('shop');
  const [url, setUrl] = useState<string>();
  const entries = useQuery({
    queryKey: ['inbox', name, inbox],
    enabled: url !== undefined,
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/inbox/{inbox}', { params: { path: { name, inbox }, query: { before: 'end', limit: 20 } } })),
    refetchInterval: every(2_000),
  });
  return (
    <Stack mt="lg">
      <Title order={2} size="h4">
        Inbox
      </Title>
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
          onDone={(made) => setUrl((made as { url: string }).url)}
          disabled={inbox === ''}
        >
          Open the inbox
        </Act>
        {url && <Act call={{ method: 'PATCH', path: sandboxPath(place), body: { webhook_uri: url } }}>Send all webhooks there</Act>}
      </Group>
      {url && (
        <Text size="sm" className="breaks">
          {url}
        </Text>
      )}
      {entries.data?.data.toReversed().map((entry) => (
        <div key={entry.id}>
          <Text size="sm" c="dimmed">
            answered {entry.status}, <Instant at={entry.at} machineAt={entry.machine_at} />
          </Text>
          <Json of={entry.body} label="What came" />
        </div>
      ))}
    </Stack>
  );
}
