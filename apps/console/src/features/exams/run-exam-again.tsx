import type { JSX } from 'react';
import { StartRun } from '../shops/run-actions';
import { bodyOf, isByCaller } from '../shops/shop-words';
import { useParameters } from './exam-cases';
import type { Exam } from './exam-words';

interface RunAgainProps {
  readonly exam: Exam;
  /** The names of the cases. */
  readonly only: readonly string[];
  readonly children: string;
}

/** Starts an exam with the parameters of another one. The questions of a caller need the command line. */
export function RunAgain({ exam, only, children }: RunAgainProps): JSX.Element {
  const parameters = useParameters(exam, only);
  return (
    <StartRun kind="exam" body={bodyOf(parameters)} disabled={exam.status === 'running' || isByCaller(exam)}>
      {children}
    </StartRun>
  );
}
