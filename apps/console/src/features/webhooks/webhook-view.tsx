import './webhook.css';
import { Button, Group, Kbd, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type JSX } from 'react';
import { Form } from '../../ui/form';
import { pathIn, usePlace } from '../../ui/place';
import { Relative, Time } from '../../ui/time';
import { Trouble } from '../../ui/trouble';
import { AttemptDetails } from './attempt-details';
import { AttemptTable } from './attempt-table';
import { ResendButton, useIsResending, useResend } from './resend';
import { useCopy } from '../../ui/copy-text';
import { useKeys } from '../../ui/keys';
import { counted, responseWords } from '../../ui/words';
import { alteredBody } from './altered-body';
import { webhookCurl } from './webhook-curl';
import { useSentEvent, type Delivery } from './webhook-query';

/** A webhook: its state in a sentence, its attempts, and what the selected one sent and got back. */
export function WebhookView({ delivery }: { readonly delivery: Delivery }): JSX.Element {
  const place = usePlace();
  const { id, event } = delivery;
  const { body: eventBody, error } = useSentEvent(delivery);
  const { sending, last } = useSending(delivery);
  const attempts = delivery.attempts.filter(({ number }) => number !== sending);
  const [chosen, choose] = useState<number>();
  const { mutate } = useResend(id);
  useKeys({ r: () => mutate(undefined) });
  const command = useCopy();
  useEffect(() => choose(undefined), [sending]);
  const selected = chosen ?? sending ?? last;
  const attempt = attempts.find(({ number }) => number === selected);
  const body = sentBody(eventBody, attempt);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ResendButton
          id={id}
          variant="filled"
          rightSection={<Kbd size="xs" aria-hidden children="R" />}
          aria-keyshortcuts="r"
        >
          Resend
        </ResendButton>
        <ResendTo id={id} />
        {attempt?.headers && body !== undefined && (
          <Button
            size="xs"
            variant="default"
            onClick={() => command.copy(webhookCurl(attempt.uri, attempt.headers ?? {}, body))}
          >
            {command.isCopied ? 'Copied' : 'Copy webhook as cURL'}
          </Button>
        )}
        <Button size="xs" variant="default" component={Link} to={pathIn(place, `/objects/events/${event}`)}>
          Open event
        </Button>
      </Group>
      <Text size="sm" component="div" className="breaks">
        {sending === undefined ? <Sentence of={delivery} /> : `Sending attempt ${sending}…`}
      </Text>
      {error && <Trouble error={error} what="the event" />}
      <AttemptTable attempts={attempts} sending={sending} selected={selected} onSelect={choose} />
      {attempt && <AttemptDetails key={attempt.number} attempt={attempt} body={body} />}
    </Stack>
  );
}

/** The body as it was sent: a fault may have changed it before or after signing, or cut off its last character. */
function sentBody(
  eventBody: string | undefined,
  attempt: Delivery['attempts'][number] | undefined,
): string | undefined {
  const change = attempt?.change;
  const body = change?.body ?? eventBody;
  if (change?.body_altered) return body && alteredBody(body);
  return change?.body_cut ? body?.slice(0, -1) : body;
}

/**
 * The number of the last attempt, and that of the attempt that is being sent: the API lists it without a
 * response meanwhile.
 */
function useSending({ id, attempts }: Delivery): {
  readonly sending: number | undefined;
  readonly last: number;
} {
  const last = attempts.at(-1)?.number ?? 0;
  const isResending = useIsResending(id);
  const [number, setNumber] = useState<number>();
  useEffect(() => {
    setNumber((now) => (isResending ? (now ?? last + 1) : undefined));
  }, [isResending, last]);
  return { sending: isResending ? number : undefined, last };
}

/** "3 of 3 attempts failed. Last: 500 at 10:11:51. Next retry in 9 min." */
function Sentence({
  of: { attempts, next_attempt_at: nextAt, status },
}: {
  readonly of: Delivery;
}): JSX.Element {
  const last = attempts.at(-1);
  const failed = attempts.filter(({ error }) => error !== null).length;
  return (
    <>
      {last
        ? `${failed > 0 ? `${failed} of ` : ''}${counted(attempts.length, 'attempt')}${failed > 0 ? ' failed' : ''}. Last: ${responseWords(last.answer?.status, last.error)} at `
        : 'Not attempted yet.'}
      {last && (
        <>
          <Time at={last.at} machineAt={last.machine_at ?? undefined} />.
        </>
      )}
      {nextAt && (
        <>
          {' '}
          Next retry <Relative at={nextAt} /> (<Time at={nextAt} />
          ).
        </>
      )}
      {status === 'held' && ' Held until deliveries are resumed.'}
      {status === 'exhausted' && ' No retry is scheduled.'}
    </>
  );
}

function ResendTo({ id }: { readonly id: string }): JSX.Element {
  const [isOpen, { open, close }] = useDisclosure();
  const [to, setTo] = useState('');
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Resend to…
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Resend to another URL"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Form>
          <Stack>
            <TextInput
              label="URL"
              type="url"
              placeholder="http://127.0.0.1:3000/webhooks"
              value={to}
              onChange={(change) => setTo(change.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <ResendButton
                id={id}
                to={to}
                onSend={close}
                disabled={!URL.canParse(to)}
                variant="filled"
                type="submit"
              >
                Resend to this URL
              </ResendButton>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  );
}
