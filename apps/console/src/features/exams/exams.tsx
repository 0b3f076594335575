import './exams.css';
import { Skeleton, Stack, Table } from '@mantine/core';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every } from '../../api/client';
import { ExamForm } from './exam-form';
import { ExamResults } from './exam-results';
import { judgedOf, outcomeOf, resultsOf, type Exam } from './exam-words';
import { MachineTime } from '../../ui/machine-time';
import { Part } from '../../ui/part';
import { Empty } from '../../ui/empty';
import { ListTable } from '../../ui/list-table';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';
import { Status } from '../../ui/status';
import { Trouble } from '../../ui/trouble';

/** The API answers when something has changed, at the latest after this time. */
const WAIT = '30s';
/** The pause before the next request that waits. */
const PAUSE_MS = 250;

/** Examines a shop, and lists the last exams of the sandbox. */
export function Exams(): JSX.Element {
  const place = usePlace();
  const { name } = place;
  const path = { name };
  const sandbox = useQuery({
    queryKey: ['sandbox', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}', { params: { path } })),
  });
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
        <ExamForm receiver={sandbox.data?.test.webhook_uri ?? ''} />
      </Part>
      {exams.error && <Trouble error={exams.error} what="exams" />}
      {!exams.data && !exams.error && <Skeleton h={120} />}
      {exams.data?.data.length === 0 && (
        <Empty title="No exams yet">Start one above, or with tollgate exam --sandbox {name}.</Empty>
      )}
      {exams.data && exams.data.data.length > 0 && (
        <ListTable label="Exams" heads={['Started', 'Result', 'Cases', 'Receiver']} extra={['Receiver']}>
          {exams.data.data.map((exam) => (
            <Table.Tr key={exam.id}>
              <Table.Td>
                <Link to={pathIn(place, `/exams/${exam.id}`)}>
                  <MachineTime at={exam.machine_at} />
                </Link>
              </Table.Td>
              <Table.Td>
                <Status of={outcomeOf(exam)} />
              </Table.Td>
              <Table.Td className="breaks">{resultsOf(exam) || exam.problem || '–'}</Table.Td>
              <Table.Td className="breaks extra" miw={260}>
                {exam.receiver}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
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
  const queries = useQueryClient();
  const queryKey = ['exam', name, id];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queries.getQueryData<Exam>(queryKey);
      const query = known?.status === 'running' ? changeOf(known) : {};
      return answerOf(
        api.GET('/api/sandboxes/{name}/exams/{id}', { params: { path: { name, id }, query }, signal }),
      );
    },
    refetchInterval: (query) =>
      query.state.data && query.state.data.status !== 'running' ? false : every(PAUSE_MS)(query),
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
