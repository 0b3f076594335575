import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type JSX, type RefObject } from 'react';
import { answerOf, api, type Schemas } from '../../api/client';
import { make, type ControlCall } from '../../api/curl';
import { ask, type Question } from '../../ui/confirm';
import { WithCurl } from '../../ui/curl';
import { notify, notifyDone, notifyFailed } from '../../ui/notify';
import { sandboxPath, usePlace } from '../../ui/place';
import { UndoMessage } from '../../ui/undo-message';

/** Long enough to read what is gone, and to press Undo. */
const UNDO_MS = 30_000;

export interface Replacement {
  /** A verb and a noun, as the button has it. */
  readonly label: string;
  /** Called after the question is confirmed. */
  readonly run: () => Promise<unknown>;
  readonly done: string | ((answer: unknown) => string);
  readonly onDone?: ((answer: unknown) => void) | undefined;
  /** Called after Undo has restored the snapshot. */
  readonly onUndone?: () => void;
  readonly question: Pick<Question, 'title' | 'confirm' | 'typed'>;
  /** Precedes the counts of what is deleted. */
  readonly contents?: string;
  /** Follows the counts of what is deleted. */
  readonly consequence: string;
  /**
   * The snapshot that is saved first is named `before-` and this word and the time; without it none is
   * offered.
   */
  readonly word?: string;
}

/**
 * Asks before everything in the sandbox is deleted, with the number of objects of each kind. A snapshot is
 * saved first unless the user says no, and the notification offers to restore it. Nothing is changed when it
 * cannot be saved.
 */
export function useReplace(): {
  readonly isPending: boolean;
  readonly press: (replacement: Replacement) => void;
} {
  const { name } = usePlace();
  const queries = useQueryClient();
  const base = sandboxPath({ name });
  const act = useMutation({
    mutationFn: async ({ run, snapshot }: Replacement & { readonly snapshot: string | undefined }) => {
      if (snapshot === undefined) return run();
      await make({ method: 'POST', path: `${base}/snapshots`, body: { name: snapshot } });
      const answer = await run();
      await removeOlder(base);
      return answer;
    },
    onSuccess: async (answer, { done, onDone, onUndone, snapshot }) => {
      const text = typeof done === 'string' ? done : done(answer);
      notifyReplaced(text, base, snapshot, () => {
        onUndone?.();
        return queries.invalidateQueries();
      });
      onDone?.(answer);
      await queries.invalidateQueries();
    },
    onError: (error, { label }) => notifyFailed(label, error),
  });
  const counted = useMutation({
    mutationFn: async (replacement: Replacement) => ({
      replacement,
      counts: await answerOf(api.GET('/api/sandboxes/{name}/objects', { params: { path: { name } } })),
    }),
    onSuccess: ({ replacement, counts: { data } }) => {
      const isSaving = { current: replacement.word !== undefined };
      const consequence = (
        <Consequence
          counts={data}
          contents={replacement.contents}
          text={replacement.consequence}
          isSaving={isSaving}
          word={replacement.word}
        />
      );
      ask({ ...replacement.question, consequence }, () => {
        const snapshot = isSaving.current ? `before-${replacement.word}-${timeName(new Date())}` : undefined;
        act.mutate({ ...replacement, snapshot });
      });
    },
    onError: (error, { label }) => notifyFailed(label, error),
  });
  return {
    isPending: act.isPending || counted.isPending,
    press: (replacement) => counted.mutate(replacement),
  };
}

interface ReplaceProps extends Omit<Replacement, 'label' | 'run'> {
  readonly children: string;
  readonly call: ControlCall;
}

/** A button for a reset, a restore or a deletion, beside its command. */
export function Replace({ children, call, ...replacement }: ReplaceProps): JSX.Element {
  const replace = useReplace();
  return (
    <WithCurl call={call}>
      <Button
        size="xs"
        variant="default"
        loading={replace.isPending}
        onClick={({ detail }) => {
          // The second click of a double click would ask again after the answer.
          if (detail < 2) replace.press({ ...replacement, label: children, run: () => make(call) });
        }}
      >
        {children}
      </Button>
    </WithCurl>
  );
}

interface ConsequenceProps {
  readonly counts: readonly Schemas['ObjectCount'][];
  readonly contents: string | undefined;
  readonly text: string;
  readonly isSaving: RefObject<boolean>;
  readonly word: string | undefined;
}

function Consequence({ counts, contents, text, isSaving, word }: ConsequenceProps): JSX.Element {
  const [isChecked, setIsChecked] = useState(isSaving.current);
  return (
    <Stack gap="xs">
      {contents !== undefined && (
        <Text size="sm" className="breaks">
          {contents}
        </Text>
      )}
      <Text size="sm">
        {deletesText(counts)} {text}
      </Text>
      {word !== undefined && (
        <Checkbox
          size="sm"
          label="Save a snapshot first"
          description="The notification can then undo it."
          checked={isChecked}
          onChange={({ currentTarget: { checked } }) => {
            isSaving.current = checked;
            setIsChecked(checked);
          }}
        />
      )}
    </Stack>
  );
}

/** The API counts so far. */
const COUNTED = 10_000;

/** "Deletes 70 charges, 4 customers, 212 webhooks." */
function deletesText(counts: readonly Schemas['ObjectCount'][]): string {
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return 'The sandbox has no objects.';
  const numbers = found.map(({ kind, count }) => {
    const plural = kind === 'deliveries' ? 'webhooks' : kind.replaceAll('_', ' ');
    const more = count >= COUNTED ? ' or more' : '';
    return `${count.toLocaleString('en')}${more} ${count === 1 ? plural.replace(/s$/, '') : plural}`;
  });
  return `Deletes ${numbers.join(', ')}.`;
}

function notifyReplaced(
  done: string,
  base: string,
  snapshot: string | undefined,
  onUndone: () => Promise<void>,
): void {
  if (snapshot === undefined) return notifyDone(done);
  const undo = (): void => {
    make({ method: 'POST', path: `${base}/snapshots/${snapshot}/restore` }).then(
      () => {
        notifyDone(`Undone: snapshot "${snapshot}" restored.`);
        return onUndone();
      },
      (error: unknown) => notifyFailed('Undo', error),
    );
  };
  notify({ role: 'status', ms: UNDO_MS, message: <UndoMessage text={done} onUndo={undo} /> });
}

const SAVED_BEFORE = /^before-[a-z]+-\d{8}-\d{6}$/;
/** So many snapshots that were saved before an action are kept: their number in a sandbox is limited. */
const KEPT = 3;

async function removeOlder(base: string): Promise<void> {
  const { data } = (await make({ method: 'GET', path: `${base}/snapshots` })) as Schemas['SnapshotList'];
  const saved = data.filter(({ name }) => SAVED_BEFORE.test(name));
  for (const { name } of saved.slice(0, -KEPT))
    await make({ method: 'DELETE', path: `${base}/snapshots/${name}` });
}

/** `20261125-102318`, of the machine's time. */
function timeName(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  return `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`;
}
