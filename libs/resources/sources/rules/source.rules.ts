import { amountRangeProblem, parseAmount } from '#kernel/amount.js';
import { parseCurrency, type Currency } from '#kernel/money.js';
import type { PaymentMethod } from '../../payment-methods/rules/payment-method.js';
import { findPaymentMethod } from '../../payment-methods/rules/registry.js';
import { readDetails, type DetailsRequest, type SourceDetails } from './source-details.js';

export const PLATFORM_TYPES = ['IOS', 'ANDROID', 'WEB'] as const;

export type PlatformType = (typeof PLATFORM_TYPES)[number];

/** Parameters of a source, not validated except `zero_interest_installments`. */
export interface SourceRequest extends DetailsRequest {
  readonly type?: unknown;
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly platform_type?: unknown;
  readonly installment_term?: unknown;
  /** The name of `installment_term` in clients of 2017-11-02. */
  readonly installment_terms?: unknown;
  readonly zero_interest_installments?: boolean | undefined;
}

export interface SourceDefaults {
  readonly zeroInterestInstallments: boolean;
}

export interface CheckedSource {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly currency: Currency;
  readonly platformType: PlatformType | null;
  readonly installmentTerm: number | null;
  readonly zeroInterestInstallments: boolean | null;
  readonly details: SourceDetails;
}

/** Returns the validated parameters, or all problems, one sentence each (docs/fidelity.md S2, E4). */
export function checkSourceRequest(
  request: SourceRequest,
  defaults: SourceDefaults,
): { problems: string[] } | { source: CheckedSource } {
  const method = findPaymentMethod(request.type);
  const parsed = parseAmount(request.amount);
  const currency = parseCurrency(request.currency);
  const platform = readPlatform(request.platform_type);
  const installmentTerm = method?.installmentTerms?.find(
    (term) => String(term) === readNumber(request.installment_term ?? request.installment_terms),
  );
  const { details, problems: detailProblems } = readDetails(request);
  const range = method && currency && method.limits[currency];
  const problems = [
    range && 'value' in parsed ? amountRangeProblem(parsed.value, range) : undefined,
    'problem' in parsed ? parsed.problem : undefined,
    currencyProblem(currency, method),
    method ? undefined : 'type is currently not supported',
    platform === undefined ? `platform_type must be ${oneOf(PLATFORM_TYPES)}` : undefined,
    installmentTerm === undefined ? termProblem(method) : undefined,
    ...detailProblems,
    ...(detailProblems.length === 0 ? (method?.required ?? []).map(({ problem }) => problem(details)) : []),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0 || !method || !currency || 'problem' in parsed) return { problems };
  const zeroInterest = request.zero_interest_installments ?? defaults.zeroInterestInstallments;
  return {
    source: {
      method,
      amount: parsed.value,
      currency,
      platformType: platform ?? null,
      installmentTerm: installmentTerm ?? null,
      zeroInterestInstallments: method.installmentTerms ? zeroInterest || method.isInterestAbsorbed : null,
      details,
    },
  };
}

function currencyProblem(
  currency: Currency | undefined,
  method: PaymentMethod | undefined,
): string | undefined {
  if (!currency) return 'currency is currently not supported';
  if (!method || method.limits[currency]) return undefined;
  return `currency must be ${oneOf(Object.keys(method.limits))}`;
}

/** Case-insensitive. One client sends `None` for no platform (docs/fidelity.md S4). `undefined`: invalid. */
function readPlatform(sent: unknown): PlatformType | null | undefined {
  if (sent === undefined) return null;
  const name = typeof sent === 'string' ? sent.toUpperCase() : undefined;
  return name === 'NONE' ? null : PLATFORM_TYPES.find((platform) => platform === name);
}

function termProblem(method: PaymentMethod | undefined): string | undefined {
  return method?.installmentTerms
    ? `installment_term must be ${oneOf(method.installmentTerms.map(String))}`
    : undefined;
}

function readNumber(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value).trim() : undefined;
}

/** "3", "3 or 4", "3, 4 or 6". */
function oneOf(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), choices.at(-1)].filter((part) => part).join(' or ');
}
