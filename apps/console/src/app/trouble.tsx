import { Alert, Anchor, Container, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { isAbsent } from '../api/client';

/** Says what went wrong, in the words of whoever refused it. */
export function Trouble({ error }: { readonly error: unknown }): JSX.Element {
  return (
    <Alert color="red" title={isAbsent(error) ? 'It is not there' : 'That did not work'} role="alert" className="breaks">
      {error instanceof Error ? error.message : String(error)}
    </Alert>
  );
}

export function NotFound(): JSX.Element {
  return (
    <Container py="xl">
      <Title order={1}>Nothing is here</Title>
      <Text>
        The address leads nowhere. <Anchor href="/">Go to the sandbox default</Anchor>
      </Text>
    </Container>
  );
}
