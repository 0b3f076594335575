import { amountRangeProblem, parseAmount } from '#kernel/amount.js';
import { fail } from '#kernel/errors.js';
import { parseCurrency } from '#kernel/money.js';
import { chargeLimits } from '../../account/rules/account-limits.js';
import { linkPhaseOf, type Link } from './link.js';

/** Parameters of a link in the API's words; only their shape is validated. */
export interface LinkRequest {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Everything that is wrong with a request for a link, one sentence each (docs/fidelity.md LK2). */
export function linkProblems(request: LinkRequest): string[] {
  const parsed = parseAmount(request.amount);
  const currency = parseCurrency(request.currency);
  return [
    'problem' in parsed
      ? parsed.problem
      : currency && amountRangeProblem(parsed.value, chargeLimits(currency)),
    currency ? undefined : 'currency is not currently supported',
    blankProblem('title', request.title),
    blankProblem('description', request.description),
  ].filter((problem) => problem !== undefined);
}

/** Refuses a payment of a link that is over. Throws `invalid_link`. */
export function assertOpen(link: Link): void {
  const phase = linkPhaseOf(link);
  if (phase === 'deleted') fail('invalid_link', 'link was deleted');
  if (phase === 'paid') fail('invalid_link', 'link was already paid; it accepts only one payment');
}

function blankProblem(name: string, value: string | undefined): string | undefined {
  return (value ?? '').trim() === '' ? `${name} can't be blank` : undefined;
}
