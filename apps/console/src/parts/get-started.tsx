import { Anchor, Button, Code, Group, Paper, SegmentedControl, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type JSX, type ReactNode } from 'react';
import { answerOf, api, type Schemas } from '../api/client';
import { emulatedPath, sandboxPath, pathIn, usePlace } from '../app/place';
import { useTimeline } from '../feed/timeline';
import { Act, useAct } from '../ui/act';
import { Copy } from '../ui/copy';
import { maskedKey } from '../ui/masked-key';
import { Trouble } from '../ui/trouble';
import { Wide } from '../ui/wide';
import { CLIENT_SNIPPETS } from './client-snippets';

/** Some of the test cards and the outcome of a charge on each. */
const CARDS = [
  ['4242424242424242', 'Visa', 'paid'],
  ['5555555555554444', 'Mastercard', 'paid'],
  ['3530111333300000', 'JCB', 'paid'],
  ['4111111111140011', 'Visa', 'insufficient_fund'],
  ['4111111111130012', 'Visa', 'stolen_or_lost_card'],
  ['4111111111120013', 'Visa', 'failed_processing'],
  ['4111111111110014', 'Visa', 'payment_rejected'],
  ['4111111111190016', 'Visa', 'failed_fraud_check'],
  ['4111111111180017', 'Visa', 'invalid_account_number'],
  ['4111111111160001', 'Visa', 'invalid_security_code'],
  ['4111111111150002', 'Visa', 'payment_rejected, 3-D Secure enrollment fails'],
  ['4111111111140003', 'Visa', 'payment_rejected, 3-D Secure validation fails'],
] as const;

const INBOX = 'get-started';

/** Four steps from an empty sandbox to a payment, a webhook and a failure. Each is ticked off by what has happened. */
export function GetStarted(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const { items: entries } = useTimeline({});
  const [charge, setCharge] = useState<Pick<Schemas['Charge'], 'id' | 'authorize_uri'>>();
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  if (!sandbox.data) return sandbox.error ? <Trouble error={sandbox.error} what="the sandbox" /> : <Skeleton h={300} />;
  const keyOf = (entry: (typeof entries)[number]): string => (entry.details as { key?: string }).key ?? '';
  const has = (test: (entry: (typeof entries)[number]) => boolean): boolean => entries.some(test);
  const fault = { on: 'api', match: { route: 'POST /charges' }, times: 2, do: { status: 503 } };
  return (
    <Stack>
      <Text size="sm">Create a charge, pay it as the customer, receive its webhooks, and break something.</Text>
      <Step title="Create a charge" isDone={has((entry) => keyOf(entry) === 'charge.create')}>
        <Group>
          <Act
            call={{
              method: 'POST',
              path: `${emulatedPath(place)}/charges`,
              body: {
                amount: 150_000,
                currency: 'THB',
                source: { type: 'mobile_banking_kbank' },
                return_uri: `${sandbox.data.urls.pay}/shop?order=1042`,
                metadata: { order: '1042' },
              },
            }}
            done="Charge of THB 1,500.00 created"
            onDone={(made) => setCharge(made as Pick<Schemas['Charge'], 'id' | 'authorize_uri'>)}
          >
            Send test charge
          </Act>
          {charge && <Link to={pathIn(place, `/payments/${charge.id}`)}>Open the payment</Link>}
        </Group>
        <Snippets sandbox={sandbox.data} />
      </Step>
      <Step title="Pay it as the customer" isDone={has((entry) => keyOf(entry) === 'charge.complete')}>
        {charge?.authorize_uri ? (
          <Group>
            <Anchor href={charge.authorize_uri} target="_blank" rel="noreferrer" size="sm">
              Open customer page ↗
            </Anchor>
            {place.mode === 'test' && (
              <Act call={{ method: 'POST', path: `${emulatedPath(place)}/charges/${charge.id}/mark_as_paid` }} done="Charge paid">
                Mark as paid
              </Act>
            )}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            The charge has a page where the customer approves or declines it.
          </Text>
        )}
      </Step>
      <Step title="Receive webhooks" isDone={has(({ kind }) => kind === 'attempt')}>
        <Webhooks />
      </Step>
      <Step title="Break something" isDone={has(({ kind }) => kind === 'fault')}>
        <Act call={{ method: 'POST', path: `${sandboxPath(place)}/faults`, body: fault }} done="Fault added: the next 2 charges return 503">
          Fail the next 2 charges
        </Act>
      </Step>
      <Cards />
    </Stack>
  );
}

function Step({
  title,
  isDone,
  children,
}: {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <span className="tone" data-tone={isDone ? 'good' : 'neutral'} style={{ color: 'var(--tone)' }}>
          {isDone ? <CheckCircleFillIcon aria-label="Done" /> : <CircleIcon aria-label="To do" />}
        </span>
        <Title order={2}>{title}</Title>
      </Group>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}

/** The first request, and how client libraries are set up. Keys are copied whole and shown masked. */
function Snippets({ sandbox: { urls, ...keys } }: { readonly sandbox: Pick<Schemas['Sandbox'], 'urls' | 'test' | 'live'> }): JSX.Element {
  const { mode } = usePlace();
  const [isShown, setIsShown] = useState(false);
  const [client, setClient] = useState('cURL');
  const { public_key: publicKey, secret_key: secretKey } = keys[mode];
  const snippets: typeof CLIENT_SNIPPETS = {
    cURL: (filling) => `curl -s ${filling.api}/charges -u ${filling.secretKey}: \\
  -d amount=150000 -d currency=THB \\
  -d 'source[type]=mobile_banking_kbank' -d return_uri=${filling.pay}/shop?order=1042 -d 'metadata[order]=1042'`,
    ...CLIENT_SNIPPETS,
  };
  const text = (write: (key: string) => string): string =>
    snippets[client]?.({ ...urls, publicKey: write(publicKey), secretKey: write(secretKey) }) ?? '';
  return (
    <>
      <Group justify="space-between">
        <Wide label="Libraries">
          <SegmentedControl size="xs" aria-label="Library" data={Object.keys(snippets)} value={client} onChange={setClient} />
        </Wide>
        <Button size="compact-sm" variant="subtle" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide keys' : 'Show keys'}
        </Button>
      </Group>
      <figure className="code">
        <figcaption>
          The first request
          <Copy text={text((key) => key)} label="Copy with keys" />
        </figcaption>
        <Code block className="scrolls breaks" tabIndex={0} role="region" aria-label="The first request">
          {text((key) => (isShown ? key : maskedKey(key)))}
        </Code>
      </figure>
    </>
  );
}

/** Sends the sandbox's webhooks to a built-in inbox. */
function Webhooks(): JSX.Element {
  const place = usePlace();
  const act = useAct();
  const path = sandboxPath(place);
  const send = (url: string): void =>
    act.press({
      label: 'Use as webhook URL',
      call: { method: 'PATCH', path, body: { webhook_uri: url } },
      done: 'Webhooks are sent to the inbox',
    });
  return (
    <Group>
      <Act
        call={{ method: 'PUT', path: `${path}/inbox/${INBOX}`, body: {} }}
        done="Inbox created"
        onDone={(inbox) => send((inbox as { url: string }).url)}
      >
        Use built-in inbox
      </Act>
      <Link to={pathIn(place, '/settings')}>Set the URL of your own endpoint</Link>
    </Group>
  );
}

function Cards(): JSX.Element {
  return (
    <Paper withBorder p="md">
      <Title order={2}>Test cards</Title>
      <Wide label="Test cards">
        <Table>
          <Table.Tbody>
            {CARDS.map(([number, brand, outcome]) => (
              <Table.Tr key={number}>
                <Table.Td ff="monospace">
                  {number.replace(/(.{4})(?=.)/g, '$1 ')} <Copy text={number} label={`Copy ${number}`} />
                </Table.Td>
                <Table.Td>{brand}</Table.Td>
                <Table.Td>{outcome}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </Paper>
  );
}
