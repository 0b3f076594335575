import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type JSX } from 'react';
import { answerOf, api, every, type Schemas } from '../../api/client';
import { ActionButton } from '../../ui/action-button';
import { Form } from '../../ui/form';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { Relative } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { responseWords } from '../../ui/words';

type Sandbox = Schemas['Sandbox'];
type Delivery = Schemas['ListedDelivery'];

/** The latest webhooks, which show whether the endpoint works. */
const LATEST = 20;
const REFRESH_MS = 30_000;

/** The webhook URL, a test event for it, its retries and its last responses. */
export function WebhookSettings({ sandbox }: { readonly sandbox: Sandbox }): JSX.Element {
  const place = usePlace();
  const { mode } = place;
  const [typed, setTyped] = useState<string>();
  const { webhook_uri: saved } = sandbox[mode];
  const { webhook_uri: other } = sandbox[mode === 'live' ? 'test' : 'live'];
  const uri = typed ?? saved ?? '';
  const base = sandboxPath(place);
  return (
    <Stack gap="sm">
      <Form>
        <Group align="flex-end">
          <TextInput
            size="xs"
            label="Webhook URL"
            description="Receives the events of both modes. Empty turns webhooks off."
            placeholder="http://localhost:3000/webhooks"
            value={uri}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: '1 1 240px' }}
            maw={480}
          />
          <ActionButton
            type="submit"
            call={{ method: 'PATCH', path: base, body: { webhook_uri: uri === '' ? null : uri } }}
            done="Webhook URL saved"
            onDone={() => setTyped(undefined)}
          >
            Save webhook URL
          </ActionButton>
          <ActionButton
            call={{
              method: 'POST',
              path: `${base}/webhooks/test`,
              body: mode === 'live' ? { livemode: true } : {},
            }}
            done={(answer) => testText(answer as Schemas['DeliveryDetail'])}
            disabled={saved === null || uri !== saved}
          >
            Send test event
          </ActionButton>
        </Group>
      </Form>
      {other !== saved && (
        <Text size="sm" className="breaks">
          {mode === 'live' ? 'Test' : 'Live'} mode{' '}
          {other === null ? 'has no webhook URL' : `sends to ${other}`}. Saving sets both.
        </Text>
      )}
      <Text size="xs" c="dimmed">
        A test event creates a customer and sends its customer.create event, signed and retried like any
        other.
      </Text>
      <Text size="sm">{deliveryText(sandbox)}</Text>
      {saved !== null && <Health uri={saved} />}
    </Stack>
  );
}

/** "Test event delivered · 200 in 27 ms". */
function testText({ status, attempts }: Schemas['DeliveryDetail']): string {
  const last = attempts.at(-1);
  if (status === 'held') return 'Test event held: webhooks are paused';
  if (!last) return 'Test event is not sent yet: a fault delays it';
  if (last.error !== null) return `Test event failed: ${last.error}`;
  return `Test event delivered · ${last.answer?.status ?? ''} in ${last.timings.total} ms`;
}

/** "An endpoint has 15s to respond. A failed webhook is retried after 5s, 1m; then it is exhausted." */
function deliveryText(sandbox: Sandbox): string {
  const { webhook_retry_delays: delays, webhook_timeout: limit, signature_time: clock } = sandbox;
  return [
    ...(clock === 'sandbox' ? ["Webhooks are signed in the sandbox's time."] : []),
    `An endpoint has ${limit} to respond.`,
    delays.length === 0
      ? 'A failed webhook is not retried.'
      : `A failed webhook is retried after ${delays.join(', ')}; then it is exhausted.`,
  ].join(' ');
}

/** The last responses of the endpoint. Each links to its webhook. */
function Health({ uri }: { readonly uri: string }): JSX.Element | null {
  const place = usePlace();
  const { name, mode } = place;
  const latest = useQuery({
    queryKey: ['health', name, mode, uri],
    queryFn: () => {
      const query = { livemode: String(mode === 'live'), before: 'end', limit: LATEST, uri };
      return answerOf(api.GET('/api/sandboxes/{name}/deliveries', { params: { path: { name }, query } }));
    },
    refetchInterval: every(REFRESH_MS),
  });
  if (latest.error) return <Trouble error={latest.error} what="the last responses" />;
  const tried =
    latest.data?.data.filter(
      ({ last_status: status, last_error: error }) => status !== null || error !== null,
    ) ?? [];
  const last = tried.at(-1);
  if (!latest.data) return <Skeleton h={46} />;
  if (!last)
    return (
      <Text size="sm" c="dimmed">
        No webhook was sent to this URL yet.
      </Text>
    );
  const delivered = tried.filter(isDelivered).length;
  return (
    <div role="region" aria-label="Endpoint health">
      <Text size="sm">
        Last response <Relative at={last.updated_at} />: {responseText(last)}. {delivered} of the last{' '}
        {tried.length} {tried.length === 1 ? 'webhook' : 'webhooks'} delivered.
      </Text>
      <Group gap={4} mt={4}>
        {tried.map((delivery) => (
          <Link
            key={delivery.id}
            to={pathIn(place, `/webhooks/${delivery.id}`)}
            aria-label={`${delivery.key}: ${responseText(delivery)}`}
            title={`${delivery.key}: ${responseText(delivery)}`}
            className="chip tone numbers"
            data-tone={isDelivered(delivery) ? 'good' : 'bad'}
          >
            {delivery.last_status ?? '✕'}
          </Link>
        ))}
      </Group>
    </div>
  );
}

function isDelivered({ last_error: error }: Delivery): boolean {
  return error === null;
}

function responseText({ last_status: status, last_error: error, last_duration_ms: ms }: Delivery): string {
  return `${responseWords(status, error)} in ${ms ?? 0} ms`;
}
