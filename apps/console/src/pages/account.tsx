import { Group, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { make } from '../api/curl';
import { emulatedPath, sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { Json } from '../parts/json';

/** The merchant that the sandbox is: where its webhooks go, its account, and what it can be paid by. */
export function Account(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const [typed, setTyped] = useState<string>();
  const base = emulatedPath(place);
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params: { path: { name, mode } } })),
  });
  const capability = useQuery({ queryKey: [base, 'capability'], queryFn: () => make({ method: 'GET', path: `${base}/capability` }) });
  if (account.error) return <Trouble error={account.error} />;
  const uri = typed ?? account.data?.webhook_uri ?? '';
  return (
    <Stack>
      <Title order={1} size="h2">
        Account
      </Title>
      <Group align="flex-end">
        <TextInput
          size="xs"
          label="Address that webhooks are sent to"
          placeholder="http://localhost:3000/webhooks"
          value={uri}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: '1 1 240px' }}
          maw={480}
        />
        <Act
          call={{ method: 'PATCH', path: sandboxPath(place), body: { webhook_uri: uri === '' ? null : uri } }}
          onDone={() => setTyped(undefined)}
        >
          Send webhooks there
        </Act>
      </Group>
      <Title order={2} size="h4">
        Account
      </Title>
      <Json of={account.data ?? '…'} label="Account" />
      <Title order={2} size="h4">
        Capability
      </Title>
      {capability.error ? <Trouble error={capability.error} /> : <Json of={capability.data ?? '…'} label="Capability" />}
    </Stack>
  );
}
