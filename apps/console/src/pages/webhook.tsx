import { DeliveryStatus } from '../parts/delivery-status';
import { Skeleton, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { usePlace } from '../ui/place';
import { placeOfObject } from '../feed/entry';
import { FactsLine } from '../parts/facts';
import { useDelivery, useSentEvent, type Delivery } from '../parts/webhook-query';
import { WebhookView } from '../parts/webhook-view';
import { Copy } from '../ui/copy';
import { IdText } from '../ui/id-text';
import { Inspector } from '../ui/inspector';
import { Json } from '../ui/json';
import { moneyText } from '../ui/money-text';
import { orderOf } from '../ui/order';
import { PageHeader } from '../ui/page-header';
import { Trouble } from '../ui/trouble';

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
        {delivery && <About delivery={delivery} isPage />}
      </div>
      {error && <Trouble error={error} what="the webhook" />}
      {!delivery && !error && <Skeleton h={300} />}
      {delivery && <WebhookView key={id} delivery={delivery} />}
      {delivery && <EventJson delivery={delivery} />}
    </Stack>
  );
}

/** A webhook beside a list or a timeline. */
export function WebhookInspector({ id }: { readonly id: string }): JSX.Element {
  const { data: delivery, error } = useDelivery(id);
  return (
    <Inspector label="Webhook" title={delivery?.key ?? id}>
      <Stack gap="sm">
        {error && <Trouble error={error} what="the webhook" />}
        {!delivery && !error && <Skeleton h={300} />}
        {delivery && (
          <>
            <div>
              <DeliveryStatus of={delivery} />
              <About delivery={delivery} />
            </div>
            <WebhookView delivery={delivery} />
          </>
        )}
      </Stack>
    </Inspector>
  );
}

/** The object that the webhook is about, and where it goes. */
function About({
  delivery,
  isPage = false,
}: {
  readonly delivery: Delivery;
  readonly isPage?: boolean;
}): JSX.Element {
  const place = usePlace();
  const { id, uri, object_id: objectId, amount, currency, metadata } = delivery;
  const order = orderOf(metadata);
  const money = amount !== null && currency !== null ? moneyText({ amount, currency }) : undefined;
  const about = [order && `Order ${order}`, money].filter(Boolean).join(' · ');
  return (
    <FactsLine>
      <Link to={placeOfObject(objectId, place)} aria-label={[about, objectId].filter(Boolean).join(', ')}>
        {about || <IdText id={objectId} />}
      </Link>
      <span className="breaks">{uri}</span>
      {isPage && (
        <>
          <IdText id={id} /> <Copy text={id} label="Copy ID" hasKey />
        </>
      )}
    </FactsLine>
  );
}

function EventJson({ delivery }: { readonly delivery: Delivery }): JSX.Element | null {
  const { event } = useSentEvent(delivery);
  return event ? <Json of={event} label="Event" isFolded /> : null;
}
