import './exams.css';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api } from '../../api/client';
import { RunList } from '../shops/run-list';
import { useRun } from '../shops/use-run';
import { ExamForm } from './exam-form';
import { ExamResults } from './exam-results';
import { judgedOf, outcomeOf, resultsOf, type Exam } from './exam-words';
import { Part } from '../../ui/part';
import { PageHeader } from '../../ui/page-header';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';

/** The API answers when something has changed, at the latest after this time. */
const WAIT = '30s';

/** Examines a shop, and lists the last exams of the sandbox. */
export function Exams(): JSX.Element {
  const { name } = usePlace();
  const path = { name };
  const exams = useQuery({
    queryKey: ['exams', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/exams', { params: { path } })),
  });
  return (
    <Stack>
      <PageHeader
        title="Exams"
        about={
          <>
            An exam sends your shop forged, repeated, late and reordered webhooks of charges in test mode, and
            judges its responses, its API calls and its orders. Other webhooks of the sandbox are held until
            its end.{' '}
            <a href="/docs#exams" target="_blank" rel="noreferrer">
              Reference of exams ↗
            </a>
          </>
        }
      />
      <Part title="New exam">
        <ExamForm />
      </Part>
      <RunList kind="exam" runs={exams} outcomeOf={outcomeOf} head="Cases" resultsOf={resultsOf} />
    </Stack>
  );
}

/** An exam while it runs, and its results. */
export function OneExam(): JSX.Element {
  const { id = '' } = useParams({ strict: false });
  const exam = useExam(id);
  if (!exam.data) return exam.error ? <Trouble error={exam.error} what="the exam" /> : <Skeleton h={300} />;
  return (
    <Stack>
      {exam.error && <Trouble error={exam.error} what="the exam" />}
      <ExamResults exam={exam.data} />
    </Stack>
  );
}

/** Waits for the next verdict or question, and for the end, while the page is in sight. */
function useExam(id: string): UseQueryResult<Exam> {
  const { name } = usePlace();
  return useRun<Exam>('exam', id, (known, signal) => {
    const query = known ? changeOf(known) : {};
    return answerOf(
      api.GET('/api/sandboxes/{name}/exams/{id}', { params: { path: { name, id }, query }, signal }),
    );
  });
}

/** The query that waits for a change of a running exam. */
function changeOf(exam: Exam): Readonly<Record<'wait' | 'count' | 'question', string | undefined>> {
  const next = judgedOf(exam) + 1;
  return {
    wait: WAIT,
    count: next <= exam.cases.length ? String(next) : undefined,
    question: exam.question?.id,
  };
}
