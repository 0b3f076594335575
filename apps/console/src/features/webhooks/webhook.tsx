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
import { Trouble } from '../../ui/trouble';

/** The page of a webhook. */
export function Webhook(): JSX.Element {
  const { id = '' } = useParams({ strict: false });
  const { data: delivery, error } = useDelivery(id);
  return (
    <Stack gap="sm">
      <div>
        <PageHeader
          title={delivery?.key ?? 'Webhook'}
          beside={delivery ? <DeliveryStatus of={delivery} /> : <IdText id={id} isShort={false} />}
        />
        {delivery && <AboutWebhook delivery={delivery} isPage />}
      </div>
      {error && <Trouble error={error} what="the webhook" />}
      {!delivery && !error && <Skeleton h={300} />}
      {delivery && <WebhookView key={id} delivery={delivery} />}
      {delivery && <EventJson delivery={delivery} />}
    </Stack>
  );
}

function EventJson({ delivery }: { readonly delivery: Delivery }): JSX.Element | null {
  const { event } = useSentEvent(delivery);
  return event ? <Json of={event} label="Event" isFolded /> : null;
}
