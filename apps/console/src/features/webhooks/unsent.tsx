import './webhook.css';
import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { ResendMany } from './resend';
import { counted } from '../../ui/words';

interface UnsentProps {
  readonly count: number;
  readonly which: 'retrying' | 'exhausted';
  /** True if banners have others of them. */
  readonly isMore: boolean;
}

/** Webhooks that no banner of a failing endpoint has, and a button that resends all. */
export function Unsent({ count, which, isMore }: UnsentProps): JSX.Element {
  return (
    <section
      className="webhook-notice tone"
      data-tone={which === 'retrying' ? 'retrying' : 'bad'}
      aria-label={`Webhooks: ${which}`}
    >
      <Text size="sm">
        {counted(count, `${which} webhook`)}
        {isMore && ' in all'}
      </Text>
      <ResendMany of={{ status: which }} count={count} which={which}>
        {`Resend all ${which}…`}
      </ResendMany>
    </section>
  );
}
