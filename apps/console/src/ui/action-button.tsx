import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { make, type ControlCall } from '../api/curl';
import { ask, type Question } from './confirm';
import { WithCurl } from './curl';
import { notifyDone, notifyFailed } from './notify';

export interface Action {
  /** A verb and a noun, as the button has it. */
  readonly label: string;
  readonly call: ControlCall;
  /** The text of the notification. */
  readonly done: string | ((answer: unknown) => ReactNode);
  readonly onDone?: ((answer: unknown) => void) | undefined;
  /** Replaces the notification of a failure. */
  readonly onFailed?: ((error: Error) => void) | undefined;
  /** For what cannot be undone. */
  readonly question?: Question | undefined;
}

/** Makes the call of an action, tells the outcome, and reads again what is shown. */
export function useAct(): UseMutationResult<unknown, Error, Action> & {
  readonly press: (action: Action) => void;
} {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: ({ call }: Action) => make(call),
    onSuccess: async (answer, { done, onDone }) => {
      notifyDone(typeof done === 'string' ? done : done(answer));
      // It may lead to another page, whose queries are the ones to read.
      onDone?.(answer);
      await queries.invalidateQueries();
    },
    onError: (error, { label, onFailed }) => (onFailed ? onFailed(error) : notifyFailed(label, error)),
  });
  const press = (action: Action): void => {
    if (action.question) ask(action.question, () => act.mutate(action));
    else act.mutate(action);
  };
  return { ...act, press };
}

interface ActProps extends Omit<Action, 'label'>, ButtonProps {
  /** In a form, which has one such button. */
  readonly type?: 'submit';
  readonly children: string;
  /** A verb and a noun, where the text of the button is shorter. */
  readonly label?: string;
}

/** A button that makes a call of the control API, with the same call as a command. */
export function ActionButton({
  call,
  children,
  label = children,
  done,
  onDone,
  onFailed,
  question,
  ...button
}: ActProps): JSX.Element {
  const act = useAct();
  return (
    <WithCurl call={call}>
      <Button
        size="xs"
        variant="default"
        loading={act.isPending}
        title={label === children ? undefined : label}
        onClick={() => act.press({ label, call, done, onDone, onFailed, question })}
        {...button}
      >
        {children}
      </Button>
    </WithCurl>
  );
}
