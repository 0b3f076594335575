import { Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Act } from '../ui/act';
import { Json } from '../ui/json';
import { Trouble } from '../ui/trouble';
import { SettingsTabs } from './settings';

/** The merchant's account: its webhook URL, and what the emulated API tells about it. */
export function Account(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const [typed, setTyped] = useState<string>();
  const params = { path: { name, mode } };
  const account = useQuery({
    queryKey: ['account', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/account', { params })),
  });
  const capability = useQuery({
    queryKey: ['capability', name, mode],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/capability', { params })),
  });
  const uri = typed ?? account.data?.webhook_uri ?? '';
  return (
    <>
      <SettingsTabs />
      <Stack>
        <Group align="flex-end">
          <TextInput
            size="xs"
            label="Webhook URL"
            placeholder="http://localhost:3000/webhooks"
            value={uri}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: '1 1 240px' }}
            maw={480}
          />
          <Act
            call={{ method: 'PATCH', path: sandboxPath(place), body: { webhook_uri: uri === '' ? null : uri } }}
            done="Webhook URL saved"
            onDone={() => setTyped(undefined)}
          >
            Save webhook URL
          </Act>
        </Group>
        {account.error && <Trouble error={account.error} what="the account" />}
        {account.data && <Json of={account.data} label="Account" />}
        {capability.error && <Trouble error={capability.error} what="payment methods" />}
        {capability.data && <Json of={capability.data} label="Payment methods" />}
      </Stack>
    </>
  );
}
