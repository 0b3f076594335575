import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../../api/client';
import { shopParametersOf } from '../shops/shop-words';
import type { Exam, ExamParameters } from './exam-words';

/** The cases of exams, which are the same in all sandboxes. */
export function useExamCases(): UseQueryResult<readonly Schemas['ExamCase'][]> {
  return useQuery({
    queryKey: ['exam-cases'],
    queryFn: async () => (await answerOf(api.GET('/api/exam-cases'))).data,
    staleTime: Infinity,
  });
}

/** The parameters of an exam, with the cases of these names. */
export function useParameters(exam: Exam, names: readonly string[]): ExamParameters {
  const cases = useExamCases();
  return {
    ...shopParametersOf(exam),
    only: names.length === cases.data?.length ? '' : names.join(','),
  };
}
