import { Anchor } from '@mantine/core';
import type { Schemas } from '../api/client';
import { pathIn, type Place } from '../ui/place';
import type { Entry } from '../feed/entries';
import type { Outcome } from '../story/story-step';
import { IdLink } from '../ui/id-link';
import { Money } from '../ui/money';
import { moneyText } from '../ui/money-text';
import { Time } from '../ui/time';
import { toneOf } from '../ui/tone';
import { labelOf } from '../ui/words';
import type { Fact } from './facts';
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

interface EventDetails {
  readonly key?: string;
  readonly amount?: number | null;
  readonly currency?: string | null;
  readonly status?: string | null;
  readonly failure_code?: string | null;
}

/** The outcome of an event of a charge, or of its refunds and disputes. */
export function outcomeOfCharge(charge: Charge, { details }: Entry): Outcome | undefined {
  const { key = '', amount, currency, status, failure_code: failure } = details as EventDetails;
  const money = typeof amount === 'number' && currency ? moneyText({ amount, currency }) : '';
  switch (key) {
    case 'charge.create':
      return status && status !== 'pending' ? outcome(status, [money], [failure]) : { text: money };
    case 'charge.complete':
      // A charge that is captured later is pending until then.
      return outcome(status === 'pending' ? 'authorized' : (status ?? ''), [], [failure]);
    case 'charge.capture':
      return outcome(
        'successful',
        [],
        [moneyText({ amount: charge.captured_amount, currency: charge.currency })],
      );
    case 'charge.expire':
      return outcome('expired');
    case 'charge.reverse':
      return outcome('reversed');
    case 'refund.create':
      return { text: money, tone: 'good' };
    case 'dispute.create':
      return { text: money };
    case 'dispute.accept':
    case 'dispute.close':
      return outcome(status ?? '');
    default:
      return undefined;
  }
}

function outcome(
  status: string,
  before: readonly string[] = [],
  after: readonly (string | null | undefined)[] = [],
): Outcome {
  return {
    text: [...before, labelOf(status).toLowerCase(), ...after].filter(Boolean).join(' · '),
    tone: toneOf(status),
  };
}
