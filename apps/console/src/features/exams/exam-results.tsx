import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useRef, type JSX } from 'react';
import { StatusTabs } from '../../lists/status-tabs';
import { usePlace } from '../../ui/place';
import { StopRun } from '../shops/run-actions';
import { RunState } from '../shops/run-state';
import { commandOf } from '../shops/shop-words';
import { ExamCase } from './exam-case';
import { useParameters } from './exam-cases';
import { judgedOf, outcomeOf, resultsOf, VERDICTS, type Exam } from './exam-words';
import { MachineTime } from '../../ui/machine-time';
import { RunAgain } from './run-exam-again';
import { useOpened } from '../../ui/inspector';
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
        <StopRun kind="exam" run={exam} />
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
  const { cases, problem, status } = of;
  const { name } = usePlace();
  const judged = judgedOf(of);
  const parameters = useParameters(
    of,
    cases.map((one) => one.name),
  );
  const stopping = problem === null ? '' : 'Stopping. ';
  return (
    <RunState
      kind="exam"
      run={of}
      progress={{ label: 'Judged cases', value: judged, max: cases.length }}
      command={commandOf('exam', name, parameters)}
    >
      {`${status === 'running' ? `${stopping}${judged} of ${cases.length} cases judged. ` : ''}${resultsOf(of)}`}
    </RunState>
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
