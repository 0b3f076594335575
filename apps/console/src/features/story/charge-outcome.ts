import type { Schemas } from '../../api/client';
import type { Entry } from '../timeline/entries';
import { moneyText } from '../../ui/money-text';
import { toneOf } from '../../ui/tone';
import { labelOf } from '../../ui/words';
import type { Outcome } from './story-step';

type Charge = Pick<Schemas['Charge'], 'captured_amount' | 'currency'>;

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
