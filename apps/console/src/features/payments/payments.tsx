import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { answerOf, api, every } from '../../api/client';
import { ObjectLink } from '../../lists/cells';
import { FilterBar, useSearchText } from '../../lists/filter-bar';
import type { FilterField } from '../../lists/filter-model';
import { useListedObjects, type Listed } from '../../lists/listed-objects';
import { REFRESH_MS } from '../../lists/long-list';
import { AMOUNT_WIDTH, LongTable, TIME_WIDTH, type Column } from '../../lists/long-table';
import { OrderKeyMenu, useOrder } from '../../lists/order-key';
import { StatusTabs } from '../../lists/status-tabs';
import { useFilters } from '../../lists/use-filters';
import { Empty } from '../../ui/empty';
import { Money } from '../../ui/money';
import { moneyText } from '../../ui/money-text';
import { PageHeader } from '../../ui/page-header';
import { pathIn, usePlace, type Place } from '../../ui/place';
import { Status } from '../../ui/status';
import { Time } from '../../ui/time';
import type { Tone } from '../../ui/tone';
import { cardText, labelOf } from '../../ui/words';
import { Wrapping } from '../../ui/wrapping';

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
  const search = useSearchText();
  const filters = useFilters(FIELDS);
  const list = useListedObjects('charges', search.words, filters.query);
  const orderOf = useOrder();
  return (
    <>
      <PageHeader title="Payments" />
      <PaymentTabs place={place} />
      <FilterBar
        search={search}
        filters={filters}
        placeholder="Search by order, ID or email"
        error={list.error}
      >
        <OrderKeyMenu of={list.items} />
      </FilterBar>
      <LongTable
        label="Payments"
        columns={columnsAt(place, orderOf)}
        list={list}
        isFiltered={search.words !== '' || filters.isActive}
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

function columnsAt(place: Place, orderOf: (metadata: object) => string): readonly Column<Payment>[] {
  return [
    {
      name: 'Amount',
      width: AMOUNT_WIDTH,
      isRight: true,
      cell: ({ id, amount, currency }) =>
        amount !== null &&
        currency && (
          <Link
            to={pathIn(place, `/payments/${id}`)}
            className="row-link entry"
            aria-label={`${moneyText({ amount, currency })}, ${id}`}
          >
            <Money amount={amount} currency={currency} />
          </Link>
        ),
    },
    { name: 'Status', width: 136, cell: (charge) => <PaymentStatus of={charge} /> },
    {
      name: 'Method',
      width: 92,
      isExtra: true,
      cell: ({ method, card }) => (card ? cardText(card) : labelOf(method)),
    },
    { name: 'Order', width: 72, cell: ({ metadata }) => orderOf(metadata) },
    {
      name: 'Customer',
      width: 100,
      isWide: true,
      cell: ({ customer }) => customer && <ObjectLink id={customer} place={place} />,
    },
    {
      name: 'Failure reason',
      width: 124,
      isExtra: true,
      cell: ({ failure_code: code }) =>
        code && (
          <code>
            <Wrapping text={code} />
          </code>
        ),
    },
    {
      name: 'Webhooks',
      width: 112,
      isExtra: true,
      cell: ({ id, webhooks }) => <Webhooks of={webhooks} id={id} place={place} />,
    },
    { name: 'Created', width: TIME_WIDTH, cell: ({ at }) => <Time at={at} /> },
  ];
}

function PaymentStatus({
  of: { status, amount, refunded_amount: refunded, disputed, currency },
}: {
  readonly of: Payment;
}): JSX.Element {
  const isWhole = refunded === amount;
  return (
    <span className="statuses">
      {status && <Status of={status} />}
      {refunded > 0 && currency && (
        <Status
          of="refunded"
          label={isWhole ? 'Refunded' : `${moneyText({ amount: refunded, currency })} refunded`}
        />
      )}
      {disputed && <Status of="disputed" tone="waiting" />}
    </span>
  );
}

interface WebhooksProps {
  readonly of: Payment['webhooks'];
  readonly id: string;
  readonly place: Place;
}

/** The worst state of the webhooks of a payment, as a link to them. */
function Webhooks({
  of: { delivered, pending, retrying, held, exhausted },
  id,
  place,
}: WebhooksProps): ReactNode {
  const states: readonly (readonly [count: number, status: string, tone: Tone])[] = [
    [exhausted, 'exhausted', 'bad'],
    [retrying, 'retrying', 'retrying'],
    [held, 'held', 'held'],
    [pending, 'pending', 'waiting'],
    [delivered, 'delivered', 'good'],
  ];
  const [worst] = states.filter(([count]) => count > 0);
  if (!worst) return '–';
  const [count, status, tone] = worst;
  return (
    <Link
      to={pathIn(place, '/webhooks')}
      search={{ object: id } as never}
      aria-label={`${count} ${status}, webhooks`}
    >
      <Status of={status} tone={tone} label={`${count} ${status}`} />
    </Link>
  );
}
