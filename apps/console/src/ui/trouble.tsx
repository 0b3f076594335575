import { Alert, Anchor, Container, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import { isAbsent } from '../api/client';

/** An error of the data of a page or a part, which stays where it is. `what` names what is missing: "payments". */
export function Trouble({ error, what = 'this page' }: { readonly error: unknown; readonly what?: string }): JSX.Element {
  return (
    <Alert color="red" title={isAbsent(error) ? 'Not found' : `Couldn't load ${what}`} role="alert" className="breaks">
      {messageOf(error)}
    </Alert>
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function NotFound(): JSX.Element {
  return (
    <Container py="xl">
      <Title order={1}>Page not found</Title>
      <Text>
        This page doesn't exist. <Anchor href="/">Go to sandbox "default"</Anchor>
      </Text>
    </Container>
  );
}

/** For the router, which passes the error alone. */
export function PageTrouble({ error }: { readonly error: unknown }): JSX.Element {
  return <Trouble error={error} />;
}
