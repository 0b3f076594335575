import { amountRangeProblem, parseAmount } from '../amount.js';
import { parseCurrency, type Currency } from '../money.js';
import type { PaymentMethod } from '../payment-methods/payment-method.js';
import { findPaymentMethod } from '../payment-methods/registry.js';

export const PLATFORM_TYPES = ['IOS', 'ANDROID'] as const;

export type PlatformType = (typeof PLATFORM_TYPES)[number];

/** What a caller asks a source to be; nothing in it has been checked. */
export interface SourceRequest {
  readonly type?: unknown;
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly platform_type?: unknown;
}

/** A request that is in order. */
export interface SourceTerms {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly currency: Currency;
  readonly platformType: PlatformType | null;
}

/** Everything that is wrong with a request for a source, one sentence each, or the terms (docs/fidelity.md S2, E4). */
export function checkSourceRequest(request: SourceRequest): { problems: string[] } | { terms: SourceTerms } {
  const method = findPaymentMethod(request.type);
  const parsed = parseAmount(request.amount);
  const currency = parseCurrency(request.currency);
  const platformType = PLATFORM_TYPES.find((platform) => platform === request.platform_type);
  const problems = [
    'problem' in parsed ? parsed.problem : undefined,
    currencyProblem(currency, method),
    method ? undefined : 'type is currently not supported',
    request.platform_type !== undefined && !platformType ? `platform_type must be ${PLATFORM_TYPES.join(' or ')}` : undefined,
  ].filter((problem) => problem !== undefined);

  const range = method && currency && method.limits[currency];
  const rangeProblem = range && 'value' in parsed ? amountRangeProblem(parsed.value, range) : undefined;
  if (rangeProblem) problems.unshift(rangeProblem);
  if (problems.length > 0 || !method || !currency || 'problem' in parsed) return { problems };
  return { terms: { method, amount: parsed.value, currency, platformType: platformType ?? null } };
}

function currencyProblem(currency: Currency | undefined, method: PaymentMethod | undefined): string | undefined {
  if (!currency) return 'currency is currently not supported';
  if (!method || method.limits[currency]) return undefined;
  return `currency must be ${Object.keys(method.limits).join(' or ')}`;
}
