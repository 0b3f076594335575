import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ActionButton } from '../../ui/action-button';
import { pathIn, sandboxPath, usePlace } from '../../ui/place';
import { useParameters } from './exam-cases';
import { bodyOf, BY_CALLER, type Exam } from './exam-words';

interface RunAgainProps {
  readonly exam: Exam;
  /** The names of the cases. */
  readonly only: readonly string[];
  readonly children: string;
}

/** Starts an exam with the parameters of another one. The questions of a caller need the command line. */
export function RunAgain({ exam, only, children }: RunAgainProps): JSX.Element {
  const place = usePlace();
  const navigate = useNavigate();
  const parameters = useParameters(exam, only);
  return (
    <ActionButton
      call={{ method: 'POST', path: `${sandboxPath(place)}/exams`, body: bodyOf(parameters) }}
      done="Exam started"
      onDone={(begun) => void navigate({ to: pathIn(place, `/exams/${(begun as Exam).id}`) })}
      disabled={exam.status === 'running' || [exam.probe, exam.checkout].includes(BY_CALLER)}
    >
      {children}
    </ActionButton>
  );
}
