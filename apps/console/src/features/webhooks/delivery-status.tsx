import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Status } from '../../ui/status';

type State = Pick<Schemas['ListedDelivery'], 'status' | 'attempt_count'>;

/** A webhook whose first attempt failed is retrying, not pending. */
export function deliveryStatusOf({ status, attempt_count: attempts }: State): string {
  return status === 'pending' && attempts > 0 ? 'retrying' : status;
}

export function DeliveryStatus({ of }: { readonly of: State }): JSX.Element {
  return <Status of={deliveryStatusOf(of)} />;
}
