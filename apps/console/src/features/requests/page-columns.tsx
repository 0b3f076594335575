import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ObjectLink } from '../../lists/cells';
import { moneyColumn, sumOf, textColumn, timeColumn, type At, type Column } from '../../lists/column';
import { moneyText } from '../../ui/money-text';
import { PathText } from '../../ui/path-text';
import { RequestStatus, type RequestEntry } from './one-request';

/** The columns of customers' requests for payment pages: the page, and the payment that it is about. */
export function pageColumnsAt(at: At): readonly Column<RequestEntry>[] {
  const { place, orderOf } = at;
  const paymentOf = ({ page }: RequestEntry): JSX.Element | null => (
    <ObjectLink id={page?.object_id ?? undefined} place={place} />
  );
  const orderAndAmountOf = ({ page }: RequestEntry): string => {
    const sum = page && sumOf(page);
    return [orderOf(page?.metadata ?? {}), sum && moneyText(sum)].filter(Boolean).join(' · ');
  };
  return [
    {
      name: 'Page',
      width: 260,
      card: 1,
      isKept: true,
      text: ({ method, path }) => `${method} ${path}`,
      cell: ({ id, method, path }) => (
        <Link to="." search={((now: object) => ({ ...now, open: id })) as never} className="row-link entry">
          {method === 'GET' ? <VisuallyHidden component="span">GET </VisuallyHidden> : <code>{method} </code>}
          <PathText path={path} />
        </Link>
      ),
    },
    {
      name: 'Payment',
      width: 136,
      card: 3,
      text: ({ page }) => page?.object_id ?? '',
      cell: paymentOf,
      cardCell: (entry) => orderAndAmountOf(entry) || paymentOf(entry),
    },
    textColumn('Order', 120, ({ page }) => orderOf(page?.metadata ?? {}), { rank: 5 }),
    moneyColumn('Amount', ({ page }) => (page ? sumOf(page) : undefined), { rank: 3 }),
    {
      name: 'Status',
      width: 112,
      card: 2,
      text: ({ state, status }) => String(status ?? state),
      cell: (entry) => <RequestStatus of={entry} />,
    },
    textColumn('Duration', 88, ({ duration_ms: ms }) => `${ms.toFixed(1)} ms`, { rank: 1, isRight: true }),
    timeColumn(
      'Time',
      at,
      ({ at: started }) => started,
      ({ machine_at: machineAt }) => machineAt,
    ),
  ];
}
