import { Group, SegmentedControl, Select, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import type { ControlCall } from '../../api/curl';
import { Replace } from '../sandboxes/replace-sandbox';
import { Part } from '../../ui/part';
import { SandboxKeys } from './sandbox-keys';
import { UndoMessage } from '../../ui/undo-message';
import { WebhookSettings } from '../webhooks/webhook-settings';
import { useAct } from '../../ui/action-button';
import { WithCurl } from '../../ui/curl';
import { PageHeader, Tabs } from '../../ui/page-header';
import { sandboxPath, usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';

type Sandbox = Schemas['Sandbox'];

export function SettingsTabs(): JSX.Element {
  const { name, mode } = usePlace();
  const base = `/sandboxes/${name}/${mode}`;
  return (
    <>
      <PageHeader title="Keys & settings" />
      <Tabs
        label="Keys & settings"
        tabs={[
          [`${base}/settings`, 'Keys & behaviour'],
          [`${base}/settings/account`, 'Merchant account'],
          [`${base}/balance/rates`, 'Exchange rates'],
        ]}
      />
    </>
  );
}

/** The keys of the sandbox, how it behaves, and its end. */
export function Settings(): JSX.Element {
  const { name } = usePlace();
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  return (
    <>
      <SettingsTabs />
      {sandbox.error && <Trouble error={sandbox.error} what="the sandbox" />}
      {!sandbox.data && !sandbox.error && <Skeleton h={300} />}
      {sandbox.data && (
        <Stack>
          <SandboxKeys sandbox={sandbox.data} />
          <Part title="Webhooks">
            <WebhookSettings sandbox={sandbox.data} />
          </Part>
          <Behaviour sandbox={sandbox.data} />
          <DangerZone name={name} />
        </Stack>
      )}
    </>
  );
}

const RETENTIONS = [
  { value: '', label: 'Server default' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'forever', label: 'Forever' },
];

/** Each control saves at once. */
function Behaviour({ sandbox }: { readonly sandbox: Sandbox }): JSX.Element {
  const {
    auto_approve: isApproving,
    three_d_secure_challenge: challenge,
    page_theme: theme,
    retention,
    country,
    currency,
    api_version: version,
    fidelity,
    id_seed: seed,
  } = sandbox;
  const known = RETENTIONS.some(({ value }) => value === (retention ?? ''));
  return (
    <Part title="Behaviour">
      <Stack gap="md">
        <Text size="sm">
          {`Country ${country}, currency ${currency}, API version ${version}, fidelity ${fidelity}.`}
          {seed !== null && ` IDs are made from "${seed}".`}
        </Text>
        <Setting
          sandbox={sandbox}
          name="Auto-approve payments"
          about="Charges are paid without their customer."
          next={{ auto_approve: !isApproving }}
        >
          {(save) => (
            <Switch
              checked={isApproving}
              onChange={(event) => save({ auto_approve: event.currentTarget.checked })}
              aria-label="Auto-approve payments"
            />
          )}
        </Setting>
        <Setting
          sandbox={sandbox}
          name="3-D Secure challenge"
          about="What the page of a card payment asks of the customer."
          next={{ three_d_secure_challenge: challenge === 'otp' ? 'buttons' : 'otp' }}
        >
          {(save) => (
            <SegmentedControl
              size="xs"
              aria-label="3-D Secure challenge"
              data={[
                { value: 'buttons', label: 'Buttons' },
                { value: 'otp', label: 'One-time password' },
              ]}
              value={challenge}
              onChange={(value) => save({ three_d_secure_challenge: value })}
            />
          )}
        </Setting>
        <Setting
          sandbox={sandbox}
          name="Payment page theme"
          about="Pages look like the app of their payment method, or are plain."
          next={{ page_theme: theme === 'method' ? 'plain' : 'method' }}
        >
          {(save) => (
            <SegmentedControl
              size="xs"
              aria-label="Payment page theme"
              data={[
                { value: 'method', label: 'Like the method' },
                { value: 'plain', label: 'Plain' },
              ]}
              value={theme}
              onChange={(value) => save({ page_theme: value })}
            />
          )}
        </Setting>
        <Setting
          sandbox={sandbox}
          name="Keep finished objects"
          about="Finished objects that are older are deleted."
          next={{ retention: retention === null ? '30d' : null }}
        >
          {(save) => (
            <Select
              size="xs"
              aria-label="Keep finished objects"
              data={known ? RETENTIONS : [...RETENTIONS, { value: retention ?? '', label: retention ?? '' }]}
              value={retention ?? ''}
              onChange={(value) => save({ retention: value === '' ? null : value })}
              allowDeselect={false}
              w={150}
            />
          )}
        </Setting>
      </Stack>
    </Part>
  );
}

interface SettingProps {
  readonly sandbox: Sandbox;
  readonly name: string;
  readonly about: string;
  /** The change that the command beside the setting makes. */
  readonly next: object;
  readonly children: (save: (change: object) => void) => ReactNode;
}

function Setting({ sandbox, name, about, next, children }: SettingProps): JSX.Element {
  const path = sandboxPath(usePlace());
  const act = useAct();
  const call = (body: object): ControlCall => ({ method: 'PATCH', path, body });
  const save = (change: object): void => {
    const before = Object.fromEntries(Object.keys(change).map((key) => [key, sandbox[key as keyof Sandbox]]));
    const undo = (): void => act.press({ label: 'Undo', call: call(before), done: `${name}: undone` });
    const done = (): JSX.Element => <UndoMessage text={`${name}: saved`} onUndo={undo} />;
    act.press({ label: `Save ${name.toLowerCase()}`, call: call(change), done });
  };
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </div>
      <WithCurl call={call(next)}>{children(save)}</WithCurl>
    </Group>
  );
}

function DangerZone({ name }: { readonly name: string }): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const base = sandboxPath(place);
  return (
    <Part title="Danger zone">
      <Group>
        <Replace
          call={{ method: 'POST', path: `${base}/reset` }}
          done="Sandbox reset."
          question={{ title: `Reset "${name}"?`, confirm: 'Reset sandbox' }}
          consequence="The clock returns to real time. Keys, settings, webhook URL and snapshots stay."
          word="reset"
        >
          Reset sandbox…
        </Replace>
        {name !== 'default' && (
          <Replace
            call={{ method: 'DELETE', path: base }}
            done={`Sandbox "${name}" deleted`}
            onDone={() =>
              void navigate({
                to: '/sandboxes/$name/$mode/sandboxes',
                params: { name: 'default', mode: place.mode },
              })
            }
            question={{ title: `Delete "${name}"?`, confirm: 'Delete sandbox', typed: name }}
            consequence="Deletes its keys, settings and snapshots too. Clients that use its keys stop working. This cannot be undone."
          >
            Delete sandbox…
          </Replace>
        )}
      </Group>
    </Part>
  );
}
