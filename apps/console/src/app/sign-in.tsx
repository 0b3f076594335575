import { Alert, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent, type JSX } from 'react';
import mark from '../ui/mark.svg';
import { messageOf } from '../ui/trouble';

const UNKNOWN =
  'Unknown token or key. Use the value of CONTROL_TOKEN, or a secret key (skey_test_…) of a sandbox that exists.';

/** Exchanges the token or a key for a cookie of the control host. The page keeps neither. */
export default function SignIn({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string>();
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const authorization = secret.startsWith('skey_') ? `Basic ${btoa(`${secret}:`)}` : `Bearer ${secret}`;
      const response = await fetch('/api/session', { method: 'POST', headers: { authorization } });
      setSecret('');
      if (response.status === 401) throw new Error(UNKNOWN);
      if (!response.ok) throw new Error(((await response.json()) as { message: string }).message);
      onDone();
    } catch (cause) {
      setError(messageOf(cause));
    }
  };
  return (
    <Stack component="main" maw={540} p="xl" mx="auto">
      <form onSubmit={(event) => void signIn(event)}>
        <Stack>
          <Group gap="xs">
            <img src={mark} alt="" width={28} height={28} />
            <Title order={1}>Tollgate</Title>
          </Group>
          <Text>
            Sign in with the control token, or with a sandbox's secret key to open only that sandbox.
          </Text>
          <PasswordInput
            label="Control token or secret key"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="off"
            required
            autoFocus
          />
          {error && (
            <Alert color="red" role="alert" title="Couldn't sign in">
              {error}
            </Alert>
          )}
          <Button type="submit">Sign in</Button>
        </Stack>
      </form>
    </Stack>
  );
}
