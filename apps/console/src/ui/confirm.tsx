import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect, useState, type JSX, type ReactNode } from 'react';

export interface Question {
  readonly title: string;
  /** The consequence in numbers. */
  readonly consequence: ReactNode;
  /** A verb and a noun. */
  readonly confirm: string;
  /** A text that has to be typed first. */
  readonly typed?: string;
}

let isAsking = false;

/** Asks before something that cannot be undone. Escape answers no. */
export function ask(question: Question, onConfirm: () => void): void {
  // A double click asks once.
  if (isAsking) return;
  isAsking = true;
  const id = modals.open({
    // The second click of a double click is outside.
    closeOnClickOutside: false,
    onClose: () => void (isAsking = false),
    title: question.title,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Answer question={question} onClose={() => modals.close(id)} onConfirm={onConfirm} />,
  });
}

interface AnswerProps {
  readonly question: Question;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Answer({ question: { consequence, confirm, typed }, onClose, onConfirm }: AnswerProps): JSX.Element {
  // The dialogue closes without an answer when the session ends.
  useEffect(() => () => void (isAsking = false), []);
  const [text, setText] = useState('');
  return (
    <Stack>
      <Text size="sm" component="div">
        {consequence}
      </Text>
      {typed !== undefined && (
        <TextInput
          label={`Type ${typed} to confirm`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose} data-autofocus={typed === undefined || undefined}>
          Cancel
        </Button>
        <Button
          size="xs"
          color="danger"
          disabled={typed !== undefined && text !== typed}
          onClick={({ detail }) => {
            // The second click of a double click on the button that opened this dialogue.
            if (detail > 1) return;
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
