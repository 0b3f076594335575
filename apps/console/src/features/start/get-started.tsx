import { Anchor, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { answerOf, api, Refusal, type Schemas } from '../../api/client';
import { ActionButton, useAct } from '../../ui/action-button';
import { notifyFailed } from '../../ui/notify';
import { emulatedPath, sandboxPath, pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { FirstRequest } from './first-request';
import { useInboxes } from '../inbox/inboxes';
import { useStartProgress, useStartReminder } from './start-progress';
import { TestCards } from './test-cards';

/** The name of the inbox and of the fault. */
const OWN_NAME = 'get-started';
/** Charges of which a pending one is the customer's to pay. */
const LATEST = 5;

/**
 * Four steps from an empty sandbox to a payment, a webhook and a failure. Each is ticked off by what has
 * happened.
 */
export function GetStarted(): JSX.Element {
  const { name } = usePlace();
  const progress = useStartProgress();
  const [reminder, setReminder] = useStartReminder();
  useEffect(() => {
    if (reminder === 'unseen') setReminder('shown');
  }, [reminder, setReminder]);
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  if (!sandbox.data)
    return sandbox.error ? <Trouble error={sandbox.error} what="the sandbox" /> : <Skeleton h={300} />;
  return (
    <Stack>
      <Text size="sm">
        Create a charge, pay it as the customer, receive its webhooks, and break something.
      </Text>
      <Step title="Create a charge" isDone={progress?.charged}>
        <TestCharge sandbox={sandbox.data} />
        <FirstRequest sandbox={sandbox.data} />
      </Step>
      <Step title="Pay it as the customer" isDone={progress?.paid}>
        <Payment />
      </Step>
      <Step title="Receive webhooks" isDone={progress?.delivered}>
        <Webhooks sandbox={sandbox.data} />
      </Step>
      <Step title="Break something" isDone={progress?.failed}>
        <Failure sandbox={sandbox.data} />
      </Step>
      <TestCards />
    </Stack>
  );
}

interface OfSandbox {
  readonly sandbox: Schemas['Sandbox'];
}

/** The fault that this page adds. */
function useOwnFault(): Schemas['Fault'] | undefined {
  const { name } = usePlace();
  const faults = useQuery({
    queryKey: ['faults', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/faults', { params: { path: { name } } })),
  });
  return faults.data?.data.find((fault) => fault.name === OWN_NAME);
}

/** A button that creates a charge, beside further ones. Shows the 503 of the fault as expected. */
function TestCharge({ sandbox, children }: OfSandbox & { readonly children?: ReactNode }): JSX.Element {
  const place = usePlace();
  const isFailing = useOwnFault()?.status === 'active';
  const [refusal, setRefusal] = useState<Refusal>();
  const body = {
    amount: 150_000,
    currency: 'THB',
    source: { type: 'mobile_banking_kbank' },
    return_uri: `${sandbox.urls.pay}/shop?order=1042`,
    metadata: { order: '1042' },
  };
  const label = 'Send test charge';
  const onFailed = (error: Error): void => {
    if (isFailing && error instanceof Refusal && error.status === 503) setRefusal(error);
    else notifyFailed(label, error);
  };
  return (
    <>
      <Group>
        <ActionButton
          call={{ method: 'POST', path: `${emulatedPath(place)}/charges`, body, hasFaults: true }}
          done="Charge of THB 1,500.00 created"
          onDone={() => setRefusal(undefined)}
          onFailed={onFailed}
        >
          {label}
        </ActionButton>
        {children}
      </Group>
      <div role="status">
        {refusal && (
          <Text size="sm" className="breaks">
            As expected, your shop got <Code>503 {refusal.code}</Code> “{refusal.message}”.
          </Text>
        )}
      </div>
    </>
  );
}

/** True if the customer can pay the charge. An authorized charge is pending too, until its capture. */
const isUnpaid = ({ status, authorized }: Pick<Schemas['Charge'], 'status' | 'authorized'>): boolean =>
  status === 'pending' && !authorized;

/** The latest charge, if possible one that the customer can pay. */
function Payment(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const charge = useQuery({
    queryKey: ['objects', name, mode, 'charges', 'latest'],
    queryFn: async () => {
      const params = {
        path: { name, mode },
        query: { limit: LATEST, order: 'reverse_chronological' as const },
      };
      const { data } = await answerOf(api.GET('/api/sandboxes/{name}/api/{mode}/charges', { params }));
      return data.find(isUnpaid) ?? data[0] ?? null;
    },
  }).data;
  if (!charge)
    return (
      <Text size="sm" c="dimmed">
        The charge has a page where the customer approves or declines it.
      </Text>
    );
  const isPending = isUnpaid(charge);
  return (
    <Group>
      {isPending && charge.authorize_uri && (
        <Anchor href={charge.authorize_uri} target="_blank" rel="noreferrer">
          Open customer page ↗
        </Anchor>
      )}
      {isPending && mode === 'test' && (
        <ActionButton
          call={{ method: 'POST', path: `${emulatedPath(place)}/charges/${charge.id}/mark_as_paid` }}
          done="Charge paid"
        >
          Mark as paid
        </ActionButton>
      )}
      {!isPending && <Status of={charge.status} />}
      <Link to={pathIn(place, `/payments/${charge.id}`)}>Open the payment</Link>
    </Group>
  );
}

function Step({
  title,
  isDone,
  children,
}: {
  readonly title: string;
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <Paper component="section" aria-label={title} withBorder p="md">
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

/** Sends the sandbox's webhooks to a built-in inbox, and shows what has arrived. */
function Webhooks({ sandbox }: OfSandbox): JSX.Element {
  const place = usePlace();
  const act = useAct();
  const path = sandboxPath(place);
  const uri = sandbox[place.mode].webhook_uri;
  const inbox = useInboxes(place.name).data?.find(({ url }) => url === uri);
  const send = (url: string): void =>
    act.press({
      label: 'Use as webhook URL',
      call: { method: 'PATCH', path, body: { webhook_uri: url } },
      done: 'Webhooks are sent to the inbox',
    });
  return (
    <>
      {uri !== null && (
        <Text size="sm" className="breaks">
          {inbox ? `Webhooks are sent to the inbox ${inbox.name}. ` : `Webhooks are sent to ${uri}. `}
          {inbox ? (
            <Link to={pathIn(place, '/webhooks/inbox')} search={{ inbox: inbox.name } as never}>
              {inbox.received} received
            </Link>
          ) : (
            <Link to={pathIn(place, '/webhooks')}>Open deliveries</Link>
          )}
          {inbox?.last_at && (
            <>
              , the last at <Time at={inbox.last_at} machineAt={inbox.last_machine_at ?? undefined} />
            </>
          )}
        </Text>
      )}
      <Group>
        {!inbox && (
          <ActionButton
            call={{ method: 'PUT', path: `${path}/inbox/${OWN_NAME}`, body: {} }}
            done="Inbox created"
            onDone={(made) => send((made as Schemas['Inbox']).url)}
          >
            Use built-in inbox
          </ActionButton>
        )}
        {uri !== null && (
          <ActionButton
            call={{
              method: 'POST',
              path: `${path}/webhooks/test`,
              body: { livemode: place.mode === 'live' },
            }}
            done="Test event sent"
          >
            Send test event
          </ActionButton>
        )}
        <Link to={pathIn(place, '/settings')}>Set the URL of your own endpoint</Link>
      </Group>
    </>
  );
}

/** Makes the next charges fail, and shows how they do. */
function Failure({ sandbox }: OfSandbox): JSX.Element {
  const place = usePlace();
  const fault = useOwnFault();
  const path = `${sandboxPath(place)}/faults`;
  const body = {
    name: OWN_NAME,
    on: 'api',
    match: { route: 'POST /charges' },
    times: 2,
    do: { status: 503 },
  };
  const add = (
    <ActionButton call={{ method: 'POST', path, body }} done="Fault added: the next 2 charges return 503">
      Fail the next 2 charges
    </ActionButton>
  );
  if (!fault) return add;
  const left = Number(fault.times) - fault.fired;
  return (
    <>
      <Text size="sm">
        {fault.status === 'active' ? (
          <>
            The next {left === 1 ? '' : `${left} `}
            <Code>POST /charges</Code> {left === 1 ? 'returns' : 'return'} 503, also to your shop.
          </>
        ) : (
          `The fault is over after ${fault.fired} of ${fault.times} failures. Charges work again.`
        )}
      </Text>
      <TestCharge sandbox={sandbox}>
        {fault.status === 'active' ? (
          <ActionButton call={{ method: 'DELETE', path: `${path}/${OWN_NAME}` }} done="Fault removed">
            Remove fault
          </ActionButton>
        ) : (
          add
        )}
      </TestCharge>
    </>
  );
}
