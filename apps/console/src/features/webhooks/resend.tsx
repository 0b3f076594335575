import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { make, type ControlCall } from '../../api/curl';
import { useAct } from '../../ui/action-button';
import { WithCurl } from '../../ui/curl';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { sandboxPath, usePlace, type Place } from '../../ui/place';
import { counted } from '../../ui/words';

type Attempt = Schemas['Attempt'];
type Redelivery = Schemas['Redelivery'];

/** Sends a webhook again, to its own URL or to another, and tells the outcome. */
export function useResend(id: string): UseMutationResult<Attempt, Error, string | undefined> {
  const place = usePlace();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['resend', id],
    mutationFn: (to: string | undefined) => make(callOf(place, id, to)) as Promise<Attempt>,
    onSuccess: async ({ number, error, answer, timings }) => {
      if (error === null)
        notifyDone(`Attempt ${number} delivered · ${answer?.status ?? ''} in ${timings.total} ms`);
      else notifyFailed(`Deliver attempt ${number}`, new Error(error));
      await queries.invalidateQueries();
    },
    onError: (error) => notifyFailed('Resend the webhook', error),
  });
}

/** True while the webhook is sent again, from whichever button. */
export function useIsResending(id: string): boolean {
  return useIsMutating({ mutationKey: ['resend', id] }) > 0;
}

interface ResendButtonProps extends ButtonProps {
  /** In a form, which has one such button. */
  readonly type?: 'submit';
  readonly id: string;
  readonly children: string;
  /** Once the call is on its way. */
  readonly onSend?: () => void;
  /** Another URL. */
  readonly to?: string;
}

export function ResendButton({ id, children, onSend, to, ...button }: ResendButtonProps): JSX.Element {
  const place = usePlace();
  const resend = useResend(id);
  const send = (): void => {
    resend.mutate(to);
    onSend?.();
  };
  return (
    <WithCurl call={callOf(place, id, to)}>
      <Button size="xs" variant="default" loading={resend.isPending} onClick={send} {...button}>
        {children}
      </Button>
    </WithCurl>
  );
}

function callOf(place: Place, id: string, to: string | undefined): ControlCall {
  return {
    method: 'POST',
    path: `${sandboxPath(place)}/deliveries/${id}/redeliver`,
    body: to === undefined ? {} : { to },
  };
}

/** Webhooks that one request resends at most. */
export const MOST_RESENT = 1_000;

interface ResendManyProps {
  /** The parameters that choose the webhooks. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly count: number;
  /** `retrying`, `exhausted`. */
  readonly which?: string;
  /** A verb and a noun. */
  readonly children: string;
  readonly onDone?: () => void;
}

/** Resends many webhooks after a question, and tells how many were delivered. */
export function ResendMany({ of, count, which, children, onDone }: ResendManyProps): JSX.Element {
  const place = usePlace();
  const act = useAct();
  const call = {
    method: 'POST' as const,
    path: `${sandboxPath(place)}/deliveries/redeliver`,
    body: { ...of, livemode: place.mode === 'live' },
  };
  const all = counted(Math.min(count, MOST_RESENT), [which, 'webhook'].filter(Boolean).join(' '));
  const question = {
    title: `Resend ${all}?`,
    consequence: `${count > MOST_RESENT ? `These are the oldest of ${count.toLocaleString('en')}. ` : ''}Each is sent once, now, to its own endpoint.`,
    confirm: `Resend ${all}`,
    isHarmless: true,
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <WithCurl call={call}>
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() =>
            act.press({
              label: 'Resend webhooks',
              call,
              done: (answer) => resentText(answer as Redelivery),
              onDone,
              question,
            })
          }
        >
          {children}
        </Button>
      </WithCurl>
      {act.isPending && (
        <Text size="sm" c="dimmed" component="span" role="status">
          Resending {all}…
        </Text>
      )}
    </Group>
  );
}

/** "Resent 12 webhooks: 11 delivered, 1 failed". */
function resentText({ delivered, failed, left }: Redelivery): string {
  const parts = [
    delivered > 0 && `${delivered} delivered`,
    failed > 0 && `${failed} failed`,
    left > 0 && `${left} not sent`,
  ].filter(Boolean);
  return [`Resent ${counted(delivered + failed, 'webhook')}`, parts.join(', ')].filter(Boolean).join(': ');
}
