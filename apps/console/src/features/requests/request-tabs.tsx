import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api, every } from '../../api/client';
import { REFRESH_MS } from '../../lists/long-list';
import { StatusTabs } from '../../lists/status-tabs';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace } from '../../ui/place';

/** The parts of the request log, as the control API names them. */
const PARTS = ['api', 'vault', 'pages'] as const;
export type Part = (typeof PARTS)[number];

/** The part in the address. Default: the API. */
export function usePart(): Part {
  const { part }: { readonly part?: string } = useSearch({ strict: false });
  return PARTS.find((known) => known === part) ?? 'api';
}

/** The title of the request log, and its parts as tabs with counts. */
export function RequestTabs(): JSX.Element {
  const place = usePlace();
  const { name, mode } = place;
  const base = pathIn(place, '/requests');
  const query = { livemode: String(mode === 'live') };
  const counts = useQuery({
    queryKey: ['requests', name, mode, 'counts'],
    queryFn: () =>
      answerOf(api.GET('/api/sandboxes/{name}/requests/counts', { params: { path: { name }, query } })),
    refetchInterval: every(REFRESH_MS),
  }).data;
  return (
    <>
      <PageHeader title="API requests" />
      <StatusTabs
        label="API requests by part"
        tabs={[
          { label: 'API', to: base, values: {}, count: counts?.api },
          { label: 'Vault', to: base, values: { part: 'vault' }, count: counts?.vault },
          { label: 'Pages', to: base, values: { part: 'pages' }, count: counts?.pages },
          // Without a count: these requests are those of the whole installation.
          { label: 'No key', to: `${base}/unauthenticated`, values: {} },
        ]}
      />
    </>
  );
}
