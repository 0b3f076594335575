import { Anchor } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { IdLink } from '../../ui/id-link';
import { Money } from '../../ui/money';
import { pathIn, type Place } from '../../ui/place';
import { Time } from '../../ui/time';
import type { Fact } from '../../ui/facts';
import { methodOf } from './object-words';

type Charge = Pick<
  Schemas['Charge'],
  | (
      | 'id'
      | 'amount'
      | 'captured_amount'
      | 'refunded_amount'
      | 'currency'
      | 'fee'
      | 'fee_vat'
      | 'net'
      | 'funding_currency'
    )
  | ('failure_message' | 'customer' | 'expires_at' | 'status' | 'return_uri' | 'description')
> & {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly card: unknown;
  readonly source: unknown;
};

/** The facts of a charge, without those that its page has in its head. */
export function chargeFacts(charge: Charge, place: Place): readonly Fact[] {
  const {
    amount,
    captured_amount: captured,
    refunded_amount: refunded,
    currency,
    funding_currency: funding,
    fee,
    fee_vat: vat,
  } = charge;
  const { failure_message: why, customer, expires_at: expiresAt, status, return_uri: back } = charge;
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  const isPaid = status === 'successful';
  return [
    ['Amount', <Money key="amount" amount={amount} currency={currency} />],
    [
      'Captured',
      captured !== amount && isPaid && <Money key="captured" amount={captured} currency={currency} />,
    ],
    ['Refunded', refunded > 0 && <Money key="refunded" amount={refunded} currency={currency} />],
    ['Fee', isPaid && <Money key="fee" amount={fee + vat} currency={funding} />],
    ['Net', isPaid && <Money key="net" amount={charge.net} currency={funding} />],
    ['Method', methodOf(charge)],
    // The code is in the head.
    ['Failure', why && `${why.charAt(0).toUpperCase()}${why.slice(1)}`],
    [
      'Customer',
      customerId && (
        <IdLink key="customer" id={customerId} to={pathIn(place, `/objects/customers/${customerId}`)} />
      ),
    ],
    ['Description', charge.description],
    ...metadataFacts(charge.metadata),
    [
      'Return URI',
      back && (
        <Anchor key="back" href={back} target="_blank" rel="noreferrer" size="sm">
          {back}
        </Anchor>
      ),
    ],
    ['Expires', status === 'pending' && expiresAt && <Time key="expires" at={expiresAt} />],
  ];
}

/** The metadata of an object, nested values as JSON. */
export function metadataFacts(metadata: unknown): readonly Fact[] {
  return Object.entries(metadata ?? {}).map(([key, value]: [string, unknown]) => [
    key,
    <code key={key}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
  ]);
}
