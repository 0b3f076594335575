import { Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { placeOfObject } from '../timeline/entry';
import { Copy } from '../../ui/copy';
import { IdText } from '../../ui/id-text';
import { Inspector } from '../../ui/inspector';
import { moneyText } from '../../ui/money-text';
import { orderOf } from '../../ui/order';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { DeliveryStatus } from './delivery-status';
import { FactsLine } from '../../ui/facts';
import { useDelivery, type Delivery } from './webhook-query';
import { WebhookView } from './webhook-view';

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
              <AboutWebhook delivery={delivery} />
            </div>
            <WebhookView delivery={delivery} />
          </>
        )}
      </Stack>
    </Inspector>
  );
}

/** The object that the webhook is about, and where it goes. */
export function AboutWebhook({
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
