import { DeliveryStatus } from './delivery-status';
import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { AboutWebhook } from './webhook-inspector';
import { useDelivery, useSentEvent, type Delivery } from './webhook-query';
import { WebhookView } from './webhook-view';
import { IdText } from '../../ui/id-text';
import { Json } from '../../ui/json';
import { PageHeader } from '../../ui/page-header';
import { Together } from '../../ui/together';
import { ObjectTrouble } from '../../ui/trouble';

/** The page of a webhook. */
export function Webhook(): JSX.Element {
  const { id = '' } = useParams({ strict: false });
  const { data: delivery, error } = useDelivery(id);
  return (
    <>
      <PageHeader
        title={delivery?.key ?? 'Webhook'}
        beside={delivery ? <DeliveryStatus of={delivery} /> : <IdText id={id} isShort={false} />}
      />
      {error && <ObjectTrouble error={error} what="the webhook" list={['/webhooks', 'webhooks']} />}
      {(delivery || !error) && (
        <Together key={id} isKnown={delivery !== undefined} skeleton={<WebhookSkeleton />}>
          {delivery && (
            <Stack gap="sm">
              <AboutWebhook delivery={delivery} isPage />
              <WebhookView delivery={delivery} />
              <EventJson delivery={delivery} />
            </Stack>
          )}
        </Together>
      )}
    </>
  );
}

/** The shape of a webhook: facts, actions, its state, its attempts and what was sent. */
function WebhookSkeleton(): JSX.Element {
  return (
    <Stack gap="sm">
      <Skeleton h={20} maw={480} />
      <Skeleton h={30} maw={360} />
      <Skeleton h={20} maw={320} />
      <Skeleton h={90} />
      <Skeleton h={300} />
    </Stack>
  );
}

function EventJson({ delivery }: { readonly delivery: Delivery }): JSX.Element | null {
  const { event } = useSentEvent(delivery);
  return event ? <Json of={event} label="Event" isFolded /> : null;
}
