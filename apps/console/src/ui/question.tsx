import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type JSX } from 'react';
import { Form } from './form';
import { endQuestion, useAsked, type Question } from './confirm';

/** The dialogue of the question that waits for an answer. */
export default function QuestionDialogue(): JSX.Element | null {
  const asked = useAsked();
  // The text stays while the dialogue fades out.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  useEffect(() => endQuestion, []);
  if (!last) return null;
  return (
    <Modal
      opened={asked !== undefined}
      onClose={endQuestion}
      // The second click of a double click is outside.
      closeOnClickOutside={false}
      title={last.question.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Answer question={last.question} onConfirm={last.onConfirm} />
    </Modal>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly onConfirm: () => void;
}

function Answer({
  question: { consequence, confirm, typed, isHarmless },
  onConfirm,
}: AnswerProps): JSX.Element {
  const [text, setText] = useState('');
  return (
    <Form>
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
          <Button
            size="xs"
            variant="default"
            onClick={endQuestion}
            data-autofocus={typed === undefined || undefined}
          >
            Cancel
          </Button>
          <Button
            size="xs"
            // Enter on the checkbox of another question confirms nothing.
            type={typed === undefined ? 'button' : 'submit'}
            color={isHarmless ? undefined : 'danger'}
            disabled={typed !== undefined && text !== typed}
            onClick={({ detail }) => {
              // The second click of a double click on the button that opened this dialogue.
              if (detail > 1) return;
              endQuestion();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
