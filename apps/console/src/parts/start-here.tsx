import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace } from '../app/place';
import { Json } from './json';

/** What to do in a sandbox in which nothing has happened. Keys are shown once they are asked for. */
export function StartHere(): JSX.Element {
  const { name, mode } = usePlace();
  const [isShown, setIsShown] = useState(false);
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  const keys = sandbox.data?.[mode];
  const key = isShown && keys ? keys.secret_key : `skey_${mode}_…`;
  const url = sandbox.data?.urls.api ?? '';
  const first = `curl -s ${url}/charges -u ${key}: \\
  -d amount=100000 -d currency=THB \\
  -d 'source[type]=promptpay' -d 'metadata[order]=1042'`;
  const client = `const omise = require('omise')({ secretKey: '${key}', host: '${url.replace(/^https?:\/\//, '')}' });`;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h3">
          Start here
        </Title>
        <Text>Nothing has happened in this sandbox. Make a charge, and watch it come:</Text>
        <Json of={first} label="The first request" />
        <Text>A card that pays is 4242 4242 4242 4242; one that is declined for want of money is 4111 1111 1114 0011.</Text>
        <Json of={client} label="The client for Node" />
        <Button variant="light" w="fit-content" onClick={() => setIsShown(!isShown)} disabled={!keys}>
          {isShown ? 'Hide the key' : 'Fill in the key'}
        </Button>
      </Stack>
    </Paper>
  );
}
