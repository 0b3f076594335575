import { Button, Container, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState, type FormEvent, type JSX } from 'react';
import { Trouble } from './trouble';

/** Asks for the token or a key, and has the control host remember it by a cookie. Neither is kept by the page. */
export function SignIn({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<Error>();
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const authorization = secret.startsWith('skey_') ? `Basic ${btoa(`${secret}:`)}` : `Bearer ${secret}`;
    const response = await fetch('/api/session', { method: 'POST', headers: { authorization } });
    setSecret('');
    if (response.ok) onDone();
    else setError(new Error(((await response.json()) as { message: string }).message));
  };
  return (
    <Container size="xs" py="xl" component="main">
      <form onSubmit={(event) => void open(event)}>
        <Stack>
          <Title order={1}>Tollgate</Title>
          <Text>Show the control token, or the secret key of a sandbox.</Text>
          <PasswordInput
            label="Token or key"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="off"
            required
            autoFocus
          />
          {error && <Trouble error={error} />}
          <Button type="submit">Open the console</Button>
        </Stack>
      </form>
    </Container>
  );
}
