import { Button, type ButtonProps } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { Schemas } from '../api/client';
import { make, type ControlCall } from '../api/curl';
import { sandboxPath, usePlace, type Place } from '../app/place';
import { CurlButton } from '../ui/curl';
import { notifyDone, notifyFailed } from '../ui/notify';

type Attempt = Schemas['Attempt'];

/** Sends a webhook again, to its own URL or to another, and tells the outcome. */
export function useResend(id: string): UseMutationResult<Attempt, Error, string | undefined> {
  const place = usePlace();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['resend', id],
    mutationFn: (to: string | undefined) => make(callOf(place, id, to)) as Promise<Attempt>,
    onSuccess: async ({ number, error, answer, timings }) => {
      if (error === null) notifyDone(`Attempt ${number} delivered · ${answer?.status ?? ''} in ${timings.total} ms`);
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
    <span className="with-curl">
      <Button size="xs" variant="default" loading={resend.isPending} onClick={send} {...button}>
        {children}
      </Button>
      <CurlButton call={callOf(place, id, to)} />
    </span>
  );
}

function callOf(place: Place, id: string, to: string | undefined): ControlCall {
  return { method: 'POST', path: `${sandboxPath(place)}/deliveries/${id}/redeliver`, body: to === undefined ? {} : { to } };
}
