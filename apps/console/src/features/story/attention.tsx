import { Button, Group, Kbd, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { attemptOf, hasArrived, isInProgress } from '../timeline/entries';
import { useTimeline } from '../timeline/timeline';
import { ResendButton, useIsResending, useResend } from '../webhooks/resend';
import { useKeys } from '../../ui/keys';
import { useDelivery } from '../webhooks/webhook-query';
import { useOpened } from '../../ui/inspector';
import { pathIn, usePlace } from '../../ui/place';
import { Relative } from '../../ui/time';
import { responseWords } from '../../ui/words';
import { gistOf } from '../../ui/answer-gist';

/** Failed webhooks that are described. */
const MOST = 2;

/** The failed webhooks of an object, with what their endpoint answered and how to resend them. */
export function Attention({ of }: { readonly of: string }): JSX.Element | null {
  const { items } = useTimeline({ object: of, related: 'true' });
  const place = usePlace();
  const { opened } = useOpened();
  // The latest attempts are first.
  const last = new Map<string, boolean>();
  for (const entry of items) {
    const { delivery } = attemptOf(entry);
    if (entry.kind === 'attempt' && delivery !== undefined && !last.has(delivery))
      last.set(delivery, hasArrived(entry) || isInProgress(entry));
  }
  const failed = [...last].filter(([, isGood]) => !isGood).map(([id]) => id);
  const [first] = failed;
  return (
    <>
      {first !== undefined && opened === undefined && <ResendKey id={first} />}
      {failed.slice(0, MOST).map((id) => (
        <FailedWebhook key={id} id={id} hasKey={id === first && opened === undefined} />
      ))}
      {failed.length > MOST && (
        <Text size="sm">
          <Link to={pathIn(place, '/webhooks')} search={{ q: of } as never}>
            {failed.length - MOST} more failed webhooks
          </Link>
        </Text>
      )}
    </>
  );
}

/** `r` resends the webhook, and shows it. */
function ResendKey({ id }: { readonly id: string }): null {
  const { mutate } = useResend(id);
  const { open } = useOpened();
  const resend = (): void => {
    mutate(undefined);
    open(id);
  };
  useKeys({ r: resend });
  return null;
}

interface FailedWebhookProps {
  readonly id: string;
  /** True if `r` resends it. */
  readonly hasKey: boolean;
}

function FailedWebhook({ id, hasKey }: FailedWebhookProps): JSX.Element | null {
  const { data: delivery } = useDelivery(id);
  const { opened, open } = useOpened();
  const isResending = useIsResending(id);
  if (!delivery || delivery.status === 'delivered') return null;
  const { key, attempts, last_status: status, last_error: error, next_attempt_at: nextAt } = delivery;
  const count = attempts.length;
  const body = attempts.at(-1)?.answer?.body ?? '';
  const why = [responseWords(status, error), gistOf(body)].filter(Boolean).join(': ');
  return (
    <section
      className="attention tone"
      data-tone={nextAt ? 'retrying' : 'bad'}
      aria-label={`Failed webhook: ${key}`}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="breaks" flex="1 1 300px">
          <b>{key}</b>{' '}
          {isResending ? 'is being resent…' : `failed ${count === 1 ? 'once' : `${count} times`} (${why}).`}{' '}
          {nextAt ? (
            <>
              Next retry <Relative at={nextAt} />.
            </>
          ) : (
            'No retry is scheduled.'
          )}
        </Text>
        {/* The inspector has a button of its own. */}
        {opened !== id && (
          <Group gap="xs">
            <ResendButton
              id={id}
              onSend={() => open(id)}
              variant="filled"
              rightSection={hasKey && <Kbd size="xs" aria-hidden children="R" />}
            >
              Resend now
            </ResendButton>
            <Button size="xs" variant="default" onClick={() => open(id)}>
              Inspect
            </Button>
          </Group>
        )}
      </Group>
    </section>
  );
}
