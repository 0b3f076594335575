import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { answerOf, api } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import { textColumn, timeColumn, type At, type Column } from '../../lists/column';
import type { FilterField } from '../../lists/filter-model';
import { ListPage } from '../../lists/list-page';
import { requestQuery } from '../../lists/request-words';
import { objectOf, OneRequest, RequestStatus, type RequestEntry } from './one-request';
import { pageColumnsAt } from './page-columns';
import { RequestTabs, usePart, type Part } from './request-tabs';
import { Empty } from '../../ui/empty';
import { PathText } from '../../ui/path-text';
import { pathIn, usePlace } from '../../ui/place';

export const REQUEST_FIELDS: readonly FilterField[] = [
  { kind: 'choice', name: 'method', label: 'Method', options: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] },
  {
    kind: 'text',
    name: 'status',
    label: 'Status',
    placeholder: '4xx',
    suggestions: ['2xx', '4xx', '5xx', '401', '404', '429', '503', 'in_progress'],
  },
  { kind: 'text', name: 'path', label: 'Path', placeholder: '/charges/*' },
];

const FIELDS: readonly FilterField[] = [
  ...REQUEST_FIELDS,
  { kind: 'text', name: 'object', label: 'Object', placeholder: 'chrg_test_…' },
];

function columnsAt(at: At): readonly Column<RequestEntry>[] {
  const { place, orderOf } = at;
  return [
    { name: 'Method', width: 72, text: ({ method }) => method, cell: ({ method }) => <code>{method}</code> },
    {
      name: 'Path',
      width: 200,
      card: 1,
      isKept: true,
      text: ({ path }) => path,
      cell: ({ id, method, path }) => (
        <Link to="." search={((now: object) => ({ ...now, open: id })) as never} className="row-link entry">
          <VisuallyHidden component="span">{method} </VisuallyHidden>
          <PathText path={path} />
        </Link>
      ),
    },
    {
      name: 'Object',
      width: 136,
      rank: 3,
      card: 3,
      text: (entry) => objectOf(entry).id ?? '',
      cell: (entry) => {
        const { id, metadata } = objectOf(entry);
        return id && <ObjectLink id={id} place={place} text={orderOf(metadata)} />;
      },
    },
    {
      name: 'Status',
      width: 112,
      card: 2,
      text: ({ state, status }) => String(status ?? state),
      cell: (entry) => <RequestStatus of={entry} />,
    },
    textColumn('Duration', 88, ({ duration_ms: ms }) => `${ms.toFixed(1)} ms`, { rank: 1, isRight: true }),
    {
      name: 'Error',
      width: 184,
      rank: 4,
      text: ({ error }) => error?.code ?? '',
      cell: ({ error }) => error && <code title={error.message}>{error.code}</code>,
    },
    textColumn('Fault', 104, ({ fault }) => fault, { rank: 2 }),
    timeColumn(
      'Time',
      at,
      ({ at: started }) => started,
      ({ machine_at: machineAt }) => machineAt,
    ),
  ];
}

const PLACEHOLDERS: Readonly<Record<Part, string>> = {
  api: 'Search by path, object ID, or POST 4xx /charges',
  vault: 'Search by path, object ID, or POST 4xx /tokens',
  pages: 'Search by path or payment ID',
};

/** The requests of a mode for one part, the latest first, and one of them in the inspector. */
export function Requests(): JSX.Element {
  const place = usePlace();
  const part = usePart();
  const { name } = place;
  return (
    <>
      <RequestTabs />
      <ListPage<RequestEntry>
        // Another part has other columns.
        key={part}
        listing={{
          label: part === 'pages' ? 'Page requests' : 'Requests',
          of: ['requests'],
          placeholder: PLACEHOLDERS[part],
          fields: FIELDS,
          queryOf: (words) => ({ ...requestQuery(words), part }),
          read: (query) =>
            answerOf(api.GET('/api/sandboxes/{name}/requests', { params: { path: { name }, query } })),
        }}
        columns={part === 'pages' ? pageColumnsAt : columnsAt}
        empty={<NoRequests part={part} />}
        inspector={(id) => <OneRequest key={id} id={id} />}
      />
    </>
  );
}

function NoRequests({ part }: { readonly part: Part }): JSX.Element {
  const start = <Link to={pathIn(usePlace(), '/start')}>Get started</Link>;
  if (part === 'pages')
    return <Empty title="No pages yet">Payment pages that customers open appear here.</Empty>;
  return (
    <Empty title="No requests yet" action={start}>
      {part === 'vault'
        ? 'Cards that become tokens on the vault appear here.'
        : 'Requests with the keys of this sandbox appear here.'}
    </Empty>
  );
}
