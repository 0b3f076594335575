import { Alert, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, type JSX } from 'react';
import { StatusTabs } from '../../lists/status-tabs';
import { sandboxPath, usePlace } from '../../ui/place';
import { ExamCase } from './exam-case';
import { useParameters } from './exam-cases';
import { BY_CALLER, commandOf, judgedOf, outcomeOf, resultsOf, VERDICTS, type Exam } from './exam-words';
import { MachineTime } from '../../ui/machine-time';
import { RunAgain } from './run-exam-again';
import { ActionButton } from '../../ui/action-button';
import { useOpened } from '../../ui/inspector';
import { Json } from '../../ui/json';
import { useKeys } from '../../ui/keys';
import { PageHeader } from '../../ui/page-header';
import { Status } from '../../ui/status';
import { labelOf } from '../../ui/words';

/** The state of an exam, its actions and its cases. */
export function ExamResults({ exam }: { readonly exam: Exam }): JSX.Element {
  return (
    <>
      <Head exam={exam} />
      <Progress of={exam} />
      <Cases exam={exam} />
    </>
  );
}

function Head({ exam }: { readonly exam: Exam }): JSX.Element {
  const place = usePlace();
  const queries = useQueryClient();
  const failed = exam.cases.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name);
  return (
    <PageHeader
      title="Exam"
      beside={<Status of={outcomeOf(exam)} />}
      about={
        <span className="breaks">
          {exam.receiver} · <MachineTime at={exam.machine_at} />
        </span>
      }
    >
      {exam.status === 'running' ? (
        <ActionButton
          call={{ method: 'POST', path: `${sandboxPath(place)}/exams/${exam.id}/stop` }}
          done="The exam stops after its current case"
          onDone={(stopped) => queries.setQueryData(['exam', place.name, exam.id], stopped)}
          disabled={exam.problem !== null}
        >
          Stop exam
        </ActionButton>
      ) : (
        <>
          {failed.length > 0 && (
            <RunAgain exam={exam} only={failed}>
              Run failed cases again
            </RunAgain>
          )}
          <RunAgain exam={exam} only={exam.cases.map(({ name }) => name)}>
            Run exam again
          </RunAgain>
        </>
      )}
    </PageHeader>
  );
}

function Progress({ of }: { readonly of: Exam }): JSX.Element {
  const { cases, problem, question, status, probe, checkout } = of;
  const judged = judgedOf(of);
  const { name } = usePlace();
  const parameters = useParameters(
    of,
    cases.map((one) => one.name),
  );
  const isRunning = status === 'running';
  return (
    <div>
      {isRunning && (
        <progress className="exam-progress" aria-label="Judged cases" value={judged} max={cases.length} />
      )}
      <Text size="sm" role="status">
        {isRunning && problem !== null && 'Stopping after the current case. '}
        {isRunning && `${judged} of ${cases.length} cases judged. `}
        {resultsOf(of)}
        {isRunning &&
          question &&
          ` Waiting for the command line, which answers the ${question.kind} of order ${question.order}.`}
      </Text>
      {!isRunning && [probe, checkout].includes(BY_CALLER) && (
        <Text size="sm" c="dimmed">
          The command line answered questions of this exam: repeat it there.
        </Text>
      )}
      {!isRunning && problem !== null && (
        <Alert color="red" role="alert" title="The exam did not finish" mt="xs" className="breaks">
          {problem}
        </Alert>
      )}
      <details>
        <summary>Command line</summary>
        <Json of={commandOf(name, parameters)} label="Command" />
      </details>
    </div>
  );
}

/** The cases, of one verdict if the address says so. `j` and `k` move between them. */
function Cases({ exam }: { readonly exam: Exam }): JSX.Element {
  const { verdict: wanted }: { readonly verdict?: string } = useSearch({ strict: false });
  const { opened, open } = useOpened();
  const list = useRef<HTMLUListElement>(null);
  const move = (by: number) => () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.exam-case > summary') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    rows[at === -1 ? 0 : at + by]?.focus();
  };
  useKeys({ j: move(1), k: move(-1) });
  const next = exam.cases[judgedOf(exam)]?.name;
  const unjudged = (name: string): string =>
    exam.status === 'ended' ? 'not_run' : name === next ? 'running' : 'waiting';
  const shown = exam.cases.filter(({ verdict }) => wanted === undefined || verdict === wanted);
  return (
    <div>
      <StatusTabs
        label="Verdicts"
        tabs={[
          { label: 'All', values: { verdict: undefined }, count: exam.cases.length },
          ...VERDICTS.map((verdict) => ({
            label: labelOf(verdict),
            values: { verdict },
            count: exam.counts[verdict],
          })),
        ]}
      />
      {shown.length === 0 && <Text size="sm">No such case.</Text>}
      <ul ref={list} className="exam-cases boxed" hidden={shown.length === 0} aria-label="Cases">
        {shown.map((result) => (
          <li key={result.name}>
            <ExamCase
              exam={exam}
              result={result}
              state={result.verdict ?? unjudged(result.name)}
              isOpen={opened === result.name}
              onToggle={(isOpen) => open(isOpen ? result.name : undefined)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
