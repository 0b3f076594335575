import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../../api/client';
import { parametersOf, type Soak, type SoakParameters } from './soak-words';

/** What customers do and what goes wrong in soaks, which is the same in all sandboxes. */
export function useBehaviours(): UseQueryResult<readonly Schemas['Behaviour'][]> {
  return useQuery({
    queryKey: ['soak-behaviours'],
    queryFn: async () => (await answerOf(api.GET('/api/soak-behaviours'))).data,
    staleTime: Infinity,
  });
}

/** The parameters of a soak, which repeat it. */
export function useParameters(soak: Soak): SoakParameters {
  return parametersOf(soak, useBehaviours().data?.length);
}
