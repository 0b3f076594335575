import './shops.css';
import { Alert, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Schemas } from '../../api/client';
import { Json } from '../../ui/json';
import { isByCaller, type RunKind, type ShopRun } from './shop-words';

interface RunStateProps {
  readonly kind: RunKind;
  readonly run: ShopRun & { readonly question: Schemas['ShopQuestion'] | null };
  /** Of how many things how many are done. */
  readonly progress: { readonly label: string; readonly value: number; readonly max: number };
  /** The same run by the command line. */
  readonly command: string | undefined;
  /** How far it is, or what its results are. */
  readonly children: string;
}

/** How far a run is, why it ended early, and its command. */
export function RunState({
  kind,
  run,
  progress: { label, value, max },
  command,
  children,
}: RunStateProps): JSX.Element {
  const { status, problem, question } = run;
  const isRunning = status === 'running';
  return (
    <div>
      {isRunning && <progress className="run-progress" aria-label={label} value={value} max={max} />}
      <Text size="sm" role="status">
        {children}
        {isRunning && question && ` Waiting for the command line, which ${taskOf(question)}.`}
      </Text>
      {!isRunning && isByCaller(run) && (
        <Text size="sm" c="dimmed">
          The command line answered questions of this {kind}: repeat it there.
        </Text>
      )}
      {!isRunning && problem !== null && (
        <Alert color="red" role="alert" title={`The ${kind} did not finish`} mt="xs" className="breaks">
          {problem}
        </Alert>
      )}
      {command !== undefined && (
        <details>
          <summary>Command line</summary>
          <Json of={command} label="Command" />
        </details>
      )}
    </div>
  );
}

function taskOf({ kind, order }: Schemas['ShopQuestion']): string {
  return kind === 'restart' ? 'starts the shop again' : `answers the ${kind} of order ${order}`;
}
