import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, every } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import {
  codeColumn,
  moneyColumn,
  statusesWidth,
  sumOf,
  textColumn,
  timeColumn,
  type At,
  type Column,
} from '../../lists/column';
import type { FilterField } from '../../lists/filter-model';
import { ListPage } from '../../lists/list-page';
import { listingOf, type Listed } from '../../lists/listed-objects';
import { REFRESH_MS } from '../../lists/long-list';
import { StatusTabs } from '../../lists/status-tabs';
import { Empty } from '../../ui/empty';
import { Money } from '../../ui/money';
import { moneyText } from '../../ui/money-text';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace, type Place } from '../../ui/place';
import { Status } from '../../ui/status';
import type { Tone } from '../../ui/tone';
import { cardText, labelOf } from '../../ui/words';

const METHODS = [
  'card',
  'promptpay',
  'mobile_banking_kbank',
  'mobile_banking_scb',
  'truemoney',
  'rabbit_linepay',
  'paynow',
  'paypay',
];
const FAILURES = [
  'payment_rejected',
  'insufficient_fund',
  'payment_expired',
  'failed_processing',
  'stolen_or_lost_card',
];

const FIELDS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: ['successful', 'pending', 'authorized', 'failed', 'expired', 'reversed'],
  },
  { kind: 'text', name: 'type', label: 'Method', placeholder: 'promptpay', suggestions: METHODS },
  { kind: 'amount', name: 'amount', label: 'Amount' },
  { kind: 'created', name: 'created', label: 'Created' },
  {
    kind: 'text',
    name: 'failure_code',
    label: 'Failure reason',
    placeholder: 'insufficient_fund',
    suggestions: FAILURES,
  },
  {
    kind: 'text',
    name: 'currency',
    label: 'Currency',
    placeholder: 'THB',
    suggestions: ['THB', 'JPY', 'SGD', 'MYR', 'USD', 'EUR'],
  },
  { kind: 'text', name: 'customer', label: 'Customer', placeholder: 'cust_test_…' },
  { kind: 'choice', name: 'refunded', label: 'Refunded', options: ['true', 'false'] },
  { kind: 'choice', name: 'disputed', label: 'Disputed', options: ['true', 'false'] },
  { kind: 'metadata', name: 'metadata', label: 'Metadata' },
];

/** The charges of a mode, the latest first. */
export function Payments(): JSX.Element {
  const place = usePlace();
  return (
    <>
      <PageHeader title="Payments" />
      <PaymentTabs place={place} />
      <ListPage
        listing={{
          ...listingOf(place.name, 'charges'),
          label: 'Payments',
          placeholder: 'Search by order, ID or email',
          fields: FIELDS,
        }}
        columns={columnsAt}
        empty={
          <Empty title="No payments yet" action={<Link to={pathIn(place, '/start')}>Get started</Link>}>
            Create a charge and it appears here.
          </Empty>
        }
      />
    </>
  );
}

function PaymentTabs({ place: { name, mode } }: { readonly place: Place }): JSX.Element {
  const query = { livemode: String(mode === 'live') };
  const counts = useQuery({
    queryKey: ['objects', name, mode, 'charges', 'counts'],
    queryFn: () =>
      answerOf(
        api.GET('/api/sandboxes/{name}/objects/charges/counts', { params: { path: { name }, query } }),
      ),
    refetchInterval: every(REFRESH_MS),
  }).data;
  return (
    <StatusTabs
      label="Payments by status"
      tabs={[
        { label: 'All', values: {}, count: counts?.all },
        { label: 'Successful', values: { status: 'successful' }, count: counts?.successful },
        { label: 'Pending', values: { status: 'pending' }, count: counts?.pending },
        { label: 'Authorized', values: { status: 'authorized' }, count: counts?.authorized },
        { label: 'Failed', values: { status: 'failed' }, count: counts?.failed },
        { label: 'Expired', values: { status: 'expired' }, count: counts?.expired },
        { label: 'Refunded', values: { refunded: 'true' }, count: counts?.refunded },
        { label: 'Disputed', values: { disputed: 'true' }, count: counts?.disputed },
      ]}
    />
  );
}

type Payment = Listed<'charges'>;

const MIN_STATUS_WIDTH = 104;

function columnsAt(at: At): readonly Column<Payment>[] {
  const { place, orderOf } = at;
  return [
    moneyColumn('Amount', sumOf, {
      card: 1,
      cell: (charge) => {
        const sum = sumOf(charge);
        return (
          sum && (
            <Link
              to={pathIn(place, `/payments/${charge.id}`)}
              className="row-link entry"
              aria-label={`${moneyText(sum)}, ${charge.id}`}
            >
              <Money {...sum} />
            </Link>
          )
        );
      },
    }),
    {
      name: 'Status',
      width: (items) =>
        items.reduce(
          (most, charge) => Math.max(most, statusesWidth(statusesOf(charge).map(({ label }) => label))),
          MIN_STATUS_WIDTH,
        ),
      card: 2,
      text: (charge) =>
        statusesOf(charge)
          .map(({ label }) => label)
          .join(', '),
      cell: (charge) => (
        <span className="statuses">
          {statusesOf(charge).map((each) => (
            <Status key={each.of} {...each} />
          ))}
        </span>
      ),
    },
    textColumn('Method', 200, ({ method, card }) => (card ? cardText(card) : labelOf(method)), { rank: 4 }),
    textColumn('Order', 120, ({ metadata }) => orderOf(metadata), { card: 3, rank: 5 }),
    {
      name: 'Customer',
      width: 132,
      rank: 1,
      text: ({ customer }) => customer ?? '',
      cell: ({ customer }) => customer && <ObjectLink id={customer} place={place} />,
    },
    codeColumn('Failure reason', 176, ({ failure_code: code }) => code, { rank: 2 }),
    {
      name: 'Webhooks',
      width: 116,
      rank: 3,
      text: ({ webhooks }) => worstOf(webhooks)?.label ?? '',
      cell: ({ id, webhooks }) => <Webhooks of={webhooks} id={id} place={place} />,
    },
    timeColumn('Created', at, ({ at: created }) => created),
  ];
}

interface ShownStatus {
  readonly of: string;
  readonly label: string;
  readonly tone?: Tone;
}

/** The status, and what happened to the payment since. */
function statusesOf({
  status,
  amount,
  refunded_amount: refunded,
  disputed,
  currency,
}: Payment): readonly ShownStatus[] {
  const part = currency ? moneyText({ amount: refunded, currency }).slice(currency.length + 1) : '';
  return [
    ...(status ? [{ of: status, label: labelOf(status) }] : []),
    ...(refunded > 0
      ? [{ of: 'refunded', label: refunded === amount ? 'Refunded' : `${part} refunded` }]
      : []),
    ...(disputed ? [{ of: 'disputed', label: 'Disputed', tone: 'waiting' as const }] : []),
  ];
}

interface WebhooksProps {
  readonly of: Payment['webhooks'];
  readonly id: string;
  readonly place: Place;
}

/** The worst state of the webhooks of a payment, as a link to them. */
function Webhooks({ of, id, place }: WebhooksProps): ReactNode {
  const worst = worstOf(of);
  if (!worst) return null;
  return (
    <Link
      to={pathIn(place, '/webhooks')}
      search={{ object: id } as never}
      aria-label={`${worst.label}, webhooks`}
    >
      <Status {...worst} />
    </Link>
  );
}

function worstOf({
  delivered,
  pending,
  retrying,
  held,
  exhausted,
}: Payment['webhooks']): Required<ShownStatus> | undefined {
  const states: readonly (readonly [count: number, status: string, tone: Tone])[] = [
    [exhausted, 'exhausted', 'bad'],
    [retrying, 'retrying', 'retrying'],
    [held, 'held', 'held'],
    [pending, 'pending', 'waiting'],
    [delivered, 'delivered', 'good'],
  ];
  const [worst] = states.filter(([count]) => count > 0);
  if (!worst) return undefined;
  const [count, of, tone] = worst;
  return { of, tone, label: `${count} ${of}` };
}
