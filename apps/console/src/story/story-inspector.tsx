import type { JSX } from 'react';
import { OneRequest } from '../pages/requests';
import { WebhookInspector } from '../pages/webhook';

/** The request or the webhook of a step. */
export function StoryInspector({ id }: { readonly id: string }): JSX.Element {
  return id.startsWith('whdl_') ? <WebhookInspector key={id} id={id} /> : <OneRequest key={id} id={id} />;
}
