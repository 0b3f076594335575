import { Button, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { answerOf, api } from '../api/client';
import { usePlace } from '../app/place';
import { CLIENT_SNIPPETS } from './client-snippets';
import { Json } from './json';
import { Wide } from './wide';

/** Some of the test cards, and what becomes of a charge on them. */
const CARDS = [
  ['4242 4242 4242 4242', 'paid'],
  ['4111 1111 1114 0011', 'insufficient_fund'],
  ['4111 1111 1113 0012', 'stolen_or_lost_card'],
  ['4111 1111 1119 0016', 'failed_fraud_check'],
  ['4111 1111 1115 0002', 'payment_rejected, with 3-D Secure'],
] as const;

/** Its kind and mode: `skey_test_…`. */
const masked = (key: string): string => key.replace(/[^_]*$/, '…');

/** What to do in a sandbox in which nothing has happened. Keys are shown once they are asked for. */
export function StartHere(): JSX.Element {
  const { name, mode } = usePlace();
  const [isShown, setIsShown] = useState(false);
  const [client, setClient] = useState('Node');
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  if (!sandbox.data) return <Text>…</Text>;
  const { urls, [mode]: keys } = sandbox.data;
  const [publicKey, secretKey] = [keys.public_key, keys.secret_key].map((key) => (isShown ? key : masked(key))) as [string, string];
  const first = `curl -s ${urls.api}/charges -u ${secretKey}: \\
  -d amount=100000 -d currency=THB \\
  -d 'source[type]=promptpay' -d 'metadata[order]=1042'`;
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h3">
          Start here
        </Title>
        <Text>Nothing has happened in this sandbox. Make a charge, and watch it come:</Text>
        <Json of={first} label="The first request" />
        <Button variant="light" w="fit-content" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide the keys' : 'Fill in the keys'}
        </Button>
        <Title order={3} size="h4">
          Client libraries
        </Title>
        <Wide label="Libraries">
          <SegmentedControl aria-label="Library" data={Object.keys(CLIENT_SNIPPETS)} value={client} onChange={setClient} />
        </Wide>
        <Json of={CLIENT_SNIPPETS[client]?.({ ...urls, publicKey, secretKey }) ?? ''} label="The library's settings" />
        <Title order={3} size="h4">
          Test cards
        </Title>
        <Table>
          <Table.Tbody>
            {CARDS.map(([number, outcome]) => (
              <Table.Tr key={number}>
                <Table.Td ff="monospace">{number}</Table.Td>
                <Table.Td>{outcome}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Paper>
  );
}
