import { lazy, Suspense, type JSX } from 'react';
import { loading } from '../../api/load';

const OneRequest = lazy(
  loading(async () => ({ default: (await import('../requests/one-request')).OneRequest })),
);
const WebhookInspector = lazy(
  loading(async () => ({ default: (await import('../webhooks/webhook-inspector')).WebhookInspector })),
);

/** The request or the webhook of a step. */
export function StoryInspector({ id }: { readonly id: string }): JSX.Element {
  return (
    <Suspense>
      {id.startsWith('whdl_') ? <WebhookInspector key={id} id={id} /> : <OneRequest key={id} id={id} />}
    </Suspense>
  );
}
