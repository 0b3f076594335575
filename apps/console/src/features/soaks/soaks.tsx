import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api } from '../../api/client';
import { PageHeader } from '../../ui/page-header';
import { Part } from '../../ui/part';
import { usePlace } from '../../ui/place';
import { Trouble } from '../../ui/trouble';
import { RunList } from '../shops/run-list';
import { useRun } from '../shops/use-run';
import { SoakForm } from './soak-form';
import { SoakResults } from './soak-results';
import { outcomeOf, sizeOf, type Soak } from './soak-words';

/** The API answers at the end, and for the orders that were played at the latest after this time. */
const WAIT = '1s';

/** Soaks a shop, and lists the last soaks of the sandbox. */
export function Soaks(): JSX.Element {
  const { name } = usePlace();
  const soaks = useQuery({
    queryKey: ['soaks', name],
    queryFn: () => answerOf(api.GET('/api/sandboxes/{name}/soaks', { params: { path: { name } } })),
  });
  return (
    <Stack>
      <PageHeader
        title="Soaks"
        about={
          <>
            A soak plays random customers and random trouble against your shop in test mode, compares its
            orders with their charges, and reduces what it finds to the few steps that cause it. Other
            webhooks of the sandbox are held until its end, and its clock may be advanced.{' '}
            <a href="/docs#soaks" target="_blank" rel="noreferrer">
              Reference of soaks ↗
            </a>
          </>
        }
      />
      <Part title="New soak">
        <SoakForm />
      </Part>
      <RunList kind="soak" runs={soaks} outcomeOf={outcomeOf} head="Orders" resultsOf={sizeOf} />
    </Stack>
  );
}

/** A soak while it runs, and what it found. */
export function OneSoak(): JSX.Element {
  const { id = '' } = useParams({ strict: false });
  const { name } = usePlace();
  const soak = useRun<Soak>('soak', id, (known, signal) => {
    const query = known ? { wait: WAIT, question: known.question?.id } : {};
    return answerOf(
      api.GET('/api/sandboxes/{name}/soaks/{id}', { params: { path: { name, id }, query }, signal }),
    );
  });
  if (!soak.data) return soak.error ? <Trouble error={soak.error} what="the soak" /> : <Skeleton h={300} />;
  return (
    <Stack>
      {soak.error && <Trouble error={soak.error} what="the soak" />}
      <SoakResults soak={soak.data} />
    </Stack>
  );
}
