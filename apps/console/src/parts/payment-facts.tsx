import { Anchor } from '@mantine/core';
import type { Schemas } from '../api/client';
import { pathIn, type Place } from '../app/place';
import type { Entry } from '../feed/entries';
import type { Outcome } from '../story/story-step';
import { IdLink } from '../ui/id-link';
import { Money, moneyText } from '../ui/money';
import { Time } from '../ui/time';
import { toneOf } from '../ui/tone';
import { labelOf } from '../ui/words';
import type { Fact } from './facts';
import { methodOf } from './object-words';

/** `amount` is in the smallest unit of the currency. */
interface Sum {
  readonly amount: number;
  readonly currency: string;
}

type Charge = Pick<
  Schemas['Charge'],
  | ('id' | 'amount' | 'captured_amount' | 'refunded_amount' | 'currency' | 'fee' | 'fee_vat' | 'net' | 'funding_currency')
  | ('failure_code' | 'failure_message' | 'customer' | 'expires_at' | 'status' | 'return_uri' | 'authorized' | 'capture' | 'description')
> & {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly refunds: { readonly data: readonly (Sum & { readonly id: string })[] };
  readonly dispute: (Sum & { readonly id: string; readonly status: string }) | null;
  readonly card: unknown;
  readonly source: unknown;
};

/** The facts of a charge, without those that its page has in its head. */
export function chargeFacts(charge: Charge, place: Place): readonly Fact[] {
  const { amount, captured_amount: captured, refunded_amount: refunded, currency, funding_currency: funding, fee, fee_vat: vat } = charge;
  const { failure_code: code, failure_message: why, customer, expires_at: expiresAt, status, return_uri: back } = charge;
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  const isPaid = status === 'successful';
  return [
    ['Amount', <Money key="amount" amount={amount} currency={currency} />],
    ['Captured', captured !== amount && isPaid && <Money key="captured" amount={captured} currency={currency} />],
    ['Refunded', refunded > 0 && <Money key="refunded" amount={refunded} currency={currency} />],
    ['Fee', isPaid && <Money key="fee" amount={fee + vat} currency={funding} />],
    ['Net', isPaid && <Money key="net" amount={charge.net} currency={funding} />],
    ['Method', methodOf(charge)],
    [
      'Failure',
      code && (
        <span key="failure">
          <code>{code}</code> {why}
        </span>
      ),
    ],
    ['Customer', customerId && <IdLink key="customer" id={customerId} to={pathIn(place, `/objects/customers/${customerId}`)} />],
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

/** The outcome of an event of a charge, or of its refunds and disputes. */
export function outcomeOfCharge(charge: Charge, { object_id: object, details }: Entry): Outcome | undefined {
  const { key = '' } = details as { key?: string };
  if (object === charge.dispute?.id) {
    const { status } = charge.dispute;
    return key === 'dispute.close' || key === 'dispute.accept' ? outcome(status) : { text: moneyText(charge.dispute) };
  }
  if (object !== charge.id) {
    const refund = charge.refunds.data.find(({ id }) => id === object);
    return refund && { text: moneyText(refund), tone: 'good' };
  }
  switch (key) {
    case 'charge.create':
      return { text: moneyText(charge) };
    case 'charge.complete':
      return outcome(completedAs(charge), [charge.failure_code ?? '']);
    case 'charge.capture':
      return outcome('successful', [moneyText({ amount: charge.captured_amount, currency: charge.currency })]);
    case 'charge.expire':
      return outcome('expired');
    case 'charge.reverse':
      return outcome('reversed');
    default:
      return undefined;
  }
}

/** The state after `charge.complete`: a charge that is captured later was authorized by it. */
function completedAs({ authorized, capture, status }: Charge): string {
  if (!authorized) return status;
  return capture ? 'successful' : 'authorized';
}

function outcome(status: string, more: readonly string[] = []): Outcome {
  return { text: [labelOf(status).toLowerCase(), ...more].filter((part) => part !== '').join(' · '), tone: toneOf(status) };
}
