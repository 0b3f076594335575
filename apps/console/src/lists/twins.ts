import { timeText } from '../ui/time-text';
import type { Listed } from './listed-objects';

type Paid = Pick<Listed<'charges'>, 'id' | 'at' | 'status' | 'amount' | 'refunded_amount'>;

/** The successful payments among these that were not given back, the earliest first: more than one pay an order twice. */
export function keptPayments<One extends Paid>(charges: readonly One[]): readonly One[] {
  return charges
    .filter(
      ({ status, amount, refunded_amount: refunded }) => status === 'successful' && refunded < (amount ?? 0),
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** `2 successful payments of order 1043`. */
export function twinsTitle(count: number, order: string): string {
  return `${count} successful payments of order ${order}`;
}

/** More times are not named. */
const MOST_TIMES = 4;

/** `22:34:09 and 22:34:11`. */
export function twinsTimes(twins: readonly Paid[], now: Date): string {
  const timesAs = (length: 'short' | 'exact'): readonly string[] =>
    twins.slice(0, MOST_TIMES).map(({ at }) => timeText(new Date(at), now, length));
  const short = timesAs('short');
  // Minutes, as on other days, may be the same.
  const times = new Set(short).size < short.length ? timesAs('exact') : short;
  const more = twins.length - times.length;
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...times, `${more} more`] : times);
}

/** The parameters of the list of payments that shows them. */
export function twinsSearch(key: string, order: string): Readonly<Record<string, string>> {
  return { status: 'successful', [`metadata.${key}`]: order };
}
