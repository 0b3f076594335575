import { Badge, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { sandboxPath, usePlace } from '../app/place';
import { Trouble } from '../app/trouble';
import { Act } from '../parts/act';
import { Copied } from '../parts/json';
import { Snapshots } from '../parts/snapshots';

/** Making sandboxes, and what can be done to the present one: keys, snapshots, reset, deletion. */
export function Sandboxes(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const navigate = useNavigate();
  const [newName, setNewName] = useState('');
  const [isApproving, setIsApproving] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  if (sandbox.error) return <Trouble error={sandbox.error} />;
  const base = sandboxPath(place);
  const settings = { ...(newName !== '' && { name: newName }), ...(isApproving && { auto_approve: true }) };
  const go = (to: string): void => void navigate({ to: '/sandboxes/$name/$mode/sandboxes', params: { name: to, mode: place.mode } });
  return (
    <Stack>
      <Title order={1} size="h2">
        Sandboxes
      </Title>
      <Group align="flex-end">
        <TextInput
          size="xs"
          label="Name of the sandbox"
          placeholder="one is made"
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          mb={7}
          label="auto_approve: charges are paid without customers"
          checked={isApproving}
          onChange={(event) => setIsApproving(event.currentTarget.checked)}
        />
        <Act
          call={{ method: 'POST', path: '/api/sandboxes', body: settings }}
          onDone={(made) => {
            setNewName('');
            setIsApproving(false);
            go((made as { name: string }).name);
          }}
        >
          Make a sandbox
        </Act>
      </Group>
      <Title order={2} size="h4" className="breaks">
        {name}
      </Title>
      <Group>
        <Button size="xs" variant="default" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide keys' : 'Show keys'}
        </Button>
        <Act call={{ method: 'POST', path: `${base}/reset` }} color="red" variant="light" isAskedTwice>
          Reset
        </Act>
        {name !== 'default' && (
          <Act call={{ method: 'DELETE', path: base }} color="red" variant="light" isAskedTwice onDone={() => go('default')}>
            Delete
          </Act>
        )}
      </Group>
      {isShown && sandbox.data && <Copied of={sandbox.data.env} label="The keys, for a .env file" />}
      {sandbox.data && <CustomerSettings base={base} of={sandbox.data} />}
      {sandbox.data && <Retention key={name} base={base} is={sandbox.data.retention} />}
      <Snapshots place={place} />
    </Stack>
  );
}

interface CustomerSettingsOf {
  readonly auto_approve: boolean;
  readonly three_d_secure_challenge: 'buttons' | 'otp';
  readonly page_theme: 'plain' | 'method';
}

/** Whether charges that need their customers are paid without them, what pages ask of customers, and changing that. */
function CustomerSettings({ base, of }: { readonly base: string; readonly of: CustomerSettingsOf }): JSX.Element {
  const { auto_approve: isApproving, three_d_secure_challenge: challenge, page_theme: theme } = of;
  const asksPassword = challenge === 'otp';
  const isOfMethod = theme === 'method';
  return (
    <>
      <Setting
        base={base}
        about="Charges that need their customers"
        is={isApproving ? 'are paid without them' : 'wait for them'}
        isOn={isApproving}
        value={{ auto_approve: isApproving }}
        next={{ auto_approve: !isApproving }}
        change={isApproving ? 'Let them wait' : 'Pay them without customers'}
      />
      <Setting
        base={base}
        about="Pages of 3-D Secure"
        is={asksPassword ? 'ask for a one-time password' : 'have buttons'}
        isOn={asksPassword}
        value={{ three_d_secure_challenge: challenge }}
        next={{ three_d_secure_challenge: asksPassword ? 'buttons' : 'otp' }}
        change={asksPassword ? 'Show buttons' : 'Ask for a one-time password'}
      />
      <Setting
        base={base}
        about="Pages where customers pay"
        is={isOfMethod ? 'look like those of their methods' : 'look all the same'}
        isOn={isOfMethod}
        value={{ page_theme: theme }}
        next={{ page_theme: isOfMethod ? 'plain' : 'method' }}
        change={isOfMethod ? 'Let them look the same' : 'Let them look like their methods'}
      />
    </>
  );
}

/** For how long what is over is kept, and changing that. */
function Retention({ base, is }: { readonly base: string; readonly is: string | null }): JSX.Element {
  const [next, setNext] = useState('');
  return (
    <Group align="flex-end">
      <Text size="sm">What is over is kept</Text>
      <Badge variant="light" tt="none" color={is === null ? 'gray' : 'green'}>
        {is ?? 'as the installation says'}
      </Badge>
      <TextInput
        size="xs"
        label="Retention"
        placeholder="30d, forever, or empty"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <Act call={{ method: 'PATCH', path: base, body: { retention: next === '' ? null : next } }} onDone={() => setNext('')}>
        Set the retention
      </Act>
    </Group>
  );
}

interface SettingOf {
  readonly base: string;
  readonly about: string;
  readonly is: string;
  readonly isOn: boolean;
  readonly value: Readonly<Record<string, string | boolean>>;
  readonly next: Readonly<Record<string, string | boolean>>;
  readonly change: string;
}

/** A setting of the sandbox that has two values: what it is, and a button for the other one. */
function Setting({ base, about, is, isOn, value, next, change }: SettingOf): JSX.Element {
  return (
    <Group>
      <Text size="sm">{about}</Text>
      <Badge variant="light" tt="none" color={isOn ? 'green' : 'gray'}>
        {is}
      </Badge>
      {Object.entries(value).map(([name, present]) => (
        <Text key={name} size="sm" c="dimmed" ff="monospace" className="breaks">
          {name}={String(present)}
        </Text>
      ))}
      <Act call={{ method: 'PATCH', path: base, body: next }}>{change}</Act>
    </Group>
  );
}
