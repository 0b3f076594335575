import { Button, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type JSX } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { WithCurl } from '../../ui/curl';
import { Form } from '../../ui/form';
import { sandboxPath, usePlace } from '../../ui/place';
import { messageOf, Trouble } from '../../ui/trouble';
import { counted } from '../../ui/words';
import type { Entry } from '../timeline/entries';
import { endOfTimeline, replayedSince, useReceivers } from './replay-attempts';
import { replayedOf } from './replayed';
import { ReplayedTable } from './replayed-table';

type Replay = Schemas['Replay'];

/** The timeline is read this often while webhooks are sent. */
const POLL_MS = 500;
const SPEEDS = [
  { value: '1000000', label: 'None' },
  { value: '10', label: 'A tenth of the original' },
  { value: '1', label: 'As sent originally' },
];

interface ReplayDialogueProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sends the webhooks of an object again, in their order, and shows each response as it comes. */
export default function ReplayDialogue({ id, isOpen, onClose }: ReplayDialogueProps): JSX.Element {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Replay webhooks"
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Content id={id} onClose={onClose} />
    </Modal>
  );
}

function Content({ id, onClose }: Pick<ReplayDialogueProps, 'id' | 'onClose'>): JSX.Element {
  const { name } = usePlace();
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path: { name } } })),
  });
  const receivers = useReceivers(id);
  const error = sandbox.error ?? receivers.error;
  if (error) return <Trouble error={error} what="the webhooks" />;
  if (!sandbox.data || !receivers.data) return <Skeleton h={200} />;
  return <ReplayForm id={id} sandbox={sandbox.data} receivers={receivers.data} onClose={onClose} />;
}

interface ReplayFormProps extends Pick<ReplayDialogueProps, 'id' | 'onClose'> {
  readonly sandbox: Schemas['Sandbox'];
  /** The URLs that received the webhooks. */
  readonly receivers: readonly string[];
}

function ReplayForm({ id, sandbox, receivers, onClose }: ReplayFormProps): JSX.Element {
  const { name, mode } = usePlace();
  const endpoint = sandbox[mode].webhook_uri ?? '';
  const [to, setTo] = useState(endpoint);
  const [speed, setSpeed] = useState('1000000');
  const [from, setFrom] = useState(receivers.includes(endpoint) ? endpoint : receivers[0]);
  const isOne = receivers.length < 2;
  const chosen = { object: id, speed: Number(speed), ...(!isOne && from !== undefined && { from }) };
  const plan = useQuery({
    queryKey: ['replay', name, chosen],
    // The plan names no receiver, and the API wants one.
    queryFn: () => replay(name, { ...chosen, to: 'http://127.0.0.1/', dry_run: true }),
    retry: false,
  });
  const sending = useSending(id, chosen, to);
  const { isPending, isSuccess, data: done } = sending;
  const planned = done?.data ?? plan.data?.data ?? [];
  const rows = replayedOf(planned, sending.attempts, done?.data);
  return (
    <Form>
      <Stack gap="sm">
        <TextInput
          size="xs"
          label="URL"
          description="Each webhook gets a new signature by the secret of this sandbox."
          placeholder="http://127.0.0.1:3000/webhooks"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={sending.error && messageOf(sending.error)}
          disabled={isPending}
          data-autofocus
        />
        <Group grow align="flex-start">
          {!isOne && (
            <Select
              size="xs"
              label="Webhooks sent to"
              data={[...receivers]}
              value={from ?? null}
              onChange={(value) => value && setFrom(value)}
              allowDeselect={false}
              disabled={isPending}
            />
          )}
          <Select
            size="xs"
            label="Pauses between webhooks"
            data={SPEEDS}
            value={speed}
            onChange={(value) => value && setSpeed(value)}
            allowDeselect={false}
            disabled={isPending}
          />
        </Group>
        {plan.error && <Trouble error={plan.error} title="These webhooks can't be replayed" />}
        {plan.isPending && <Skeleton h={80} />}
        {rows.length > 0 && !plan.error && <ReplayedTable of={rows} isSending={isPending} />}
        <Group justify="space-between">
          <Text size="sm" role="status">
            {isPending && `Sending ${counted(planned.length, 'webhook')}…`}
            {done && outcomeText(done)}
          </Text>
          <Group gap="xs">
            {isPending ? (
              <Button size="xs" variant="default" onClick={sending.stop}>
                Stop replay
              </Button>
            ) : (
              <Button size="xs" variant="default" onClick={onClose}>
                {isSuccess ? 'Close' : 'Cancel'}
              </Button>
            )}
            <WithCurl
              call={{ method: 'POST', path: `${sandboxPath({ name })}/replays`, body: { ...chosen, to } }}
            >
              <Button
                size="xs"
                type="submit"
                loading={isPending}
                disabled={to === '' || planned.length === 0 || plan.error !== null}
                onClick={sending.send}
              >
                {isSuccess ? 'Replay again' : `Replay ${counted(planned.length, 'webhook')}`}
              </Button>
            </WithCurl>
          </Group>
        </Group>
      </Stack>
    </Form>
  );
}

/** "3 webhooks sent: 2 delivered, 1 failed". */
function outcomeText({ count, delivered, failed }: Replay): string {
  const parts = [
    delivered > 0 && `${delivered} delivered`,
    failed > 0 && `${failed} failed`,
    delivered + failed < count && `${count - delivered - failed} not sent`,
  ];
  return `${counted(delivered + failed, 'webhook')} sent: ${parts.filter(Boolean).join(', ')}`;
}

interface Sending {
  readonly send: () => void;
  readonly stop: () => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  readonly data: Replay | undefined;
  /** The attempts of this replay so far, in the order of sending. */
  readonly attempts: readonly Entry[];
}

/** Replays webhooks, and follows the attempts in the timeline until the response has them all. */
function useSending(id: string, chosen: Omit<Schemas['CreateReplay'], 'to'>, to: string): Sending {
  const { name } = usePlace();
  const queries = useQueryClient();
  /** Cursor of the timeline before the replay. */
  const [start, setStart] = useState<string>();
  const ending = useRef<AbortController>(undefined);
  // The API ends a replay whose caller is gone.
  useEffect(() => () => ending.current?.abort(), []);
  const sending = useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      setStart(await endOfTimeline(name, id));
      return replay(name, { ...chosen, to }, ending.current.signal);
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const followed = useQuery({
    queryKey: ['timeline', name, 'replay', id, start],
    queryFn: start === undefined ? skipToken : () => replayedSince(name, id, start),
    refetchInterval: sending.isPending && POLL_MS,
  });
  return {
    send: () => sending.mutate(),
    stop: () => ending.current?.abort(),
    isPending: sending.isPending,
    isSuccess: sending.isSuccess,
    error: isAborted(sending.error) ? null : sending.error,
    data: sending.data,
    attempts: followed.data ?? [],
  };
}

function isAborted(error: Error | null): boolean {
  return error?.name === 'AbortError';
}

function replay(name: string, body: Schemas['CreateReplay'], signal?: AbortSignal): Promise<Replay> {
  return answerOf(
    api.POST('/api/sandboxes/{name}/replays', {
      params: { path: { name } },
      body,
      ...(signal && { signal }),
    }),
  );
}
