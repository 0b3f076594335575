import { Alert, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type JSX } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { CopyInvitation } from './invitation';

/** Countries of merchants and their currencies. */
const COUNTRIES: Readonly<Record<string, readonly [label: string, currency: string]>> = {
  TH: ['Thailand (THB)', 'THB'],
  JP: ['Japan (JPY)', 'JPY'],
  MY: ['Malaysia (MYR)', 'MYR'],
  SG: ['Singapore (SGD)', 'SGD'],
};

const LIFETIMES = [
  { value: '', label: 'Unlimited' },
  { value: '2h', label: '2 hours after the last use' },
  { value: '1d', label: '1 day after the last use' },
  { value: '7d', label: '7 days after the last use' },
  { value: '30d', label: '30 days after the last use' },
];

/** A dialogue with the settings that matter first, and then with the ways to the new sandbox. */
export default function CreateSandbox({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { mode } = usePlace();
  const [name, setName] = useState('');
  const [uri, setUri] = useState('');
  const [country, setCountry] = useState('');
  const [ttl, setTtl] = useState('');
  const [isApproving, setIsApproving] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const [made, setMade] = useState<Schemas['Sandbox']>();
  const body = {
    ...(name !== '' && { name }),
    ...(uri !== '' && { webhook_uri: uri }),
    ...(country !== '' && { country, currency: COUNTRIES[country]?.[1] }),
    ...(ttl !== '' && { ttl }),
    ...(isApproving && { auto_approve: true }),
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? 'Sandbox created' : 'Create sandbox'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made ? (
        <Stack>
          <Alert color="accent">Sandbox "{made.name}" has keys of its own and is empty.</Alert>
          <Group>
            <CopyInvitation sandbox={made} variant="filled" autoFocus />
            <Link to="/sandboxes/$name/$mode" params={{ name: made.name, mode }} onClick={onClose}>
              Open sandbox
            </Link>
          </Group>
        </Stack>
      ) : (
        <Form>
          <Stack>
            <TextInput
              label="Name (generated if empty)"
              placeholder="shop-staging"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              label="Webhook URL (optional)"
              placeholder="http://localhost:3000/webhooks"
              value={uri}
              onChange={(event) => setUri(event.currentTarget.value)}
            />
            <Select
              label="Country"
              data={[
                { value: '', label: 'Server default' },
                ...Object.entries(COUNTRIES).map(([value, [label]]) => ({ value, label })),
              ]}
              value={country}
              onChange={(value) => setCountry(value ?? '')}
              allowDeselect={false}
            />
            <Select
              label="Time to live"
              data={LIFETIMES}
              value={ttl}
              onChange={(value) => setTtl(value ?? '')}
              allowDeselect={false}
            />
            <Switch
              label="Auto-approve payments"
              description="Charges are paid without their customer."
              checked={isApproving}
              onChange={(event) => setIsApproving(event.currentTarget.checked)}
            />
            {failure && <Trouble error={failure} title="Sandbox not created" />}
            <Group justify="flex-end">
              <ActionButton
                type="submit"
                variant="filled"
                call={{ method: 'POST', path: '/api/sandboxes', body }}
                done={(answer) => `Sandbox "${(answer as Schemas['Sandbox']).name}" created`}
                onDone={(answer) => setMade(answer as Schemas['Sandbox'])}
                onFailed={setFailure}
              >
                Create sandbox
              </ActionButton>
            </Group>
          </Stack>
        </Form>
      )}
    </Modal>
  );
}
