import { isFraction, parseAmount } from '#kernel/amount.js';
import { fail } from '#kernel/errors.js';
import { parseReturnUri } from '#kernel/http-url.js';
import { parseCurrency, type Currency } from '#kernel/money.js';
import { DAY_MS, parseDateTime } from '#kernel/time.js';
import { webhookEndpointProblems } from '#kernel/addresses.js';
import { chargeLimits, type AmountRange } from '../../account/rules/account-limits.js';
import { DIRECT_DEBIT } from '../../linked-accounts/rules/direct-debit.js';
import type { PaymentMethod } from '../../payment-methods/rules/payment-method.js';
import type { Source } from '../../sources/rules/source.js';
import { AUTHENTICATIONS, AUTHORIZATION_TYPES } from './charge.js';

export const SOURCE_IS_USED = 'source was already used';
const CURRENCY_NOT_SUPPORTED = 'currency is currently not supported';
const MAX_EXPIRY_DAYS = 365;

/** Parameters of a charge in the API's words; only their shape is validated. */
export interface ChargeRequest {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly capture?: boolean | undefined;
  readonly authorization_type?: unknown;
  readonly authentication?: unknown;
  readonly transaction_indicator?: unknown;
  readonly return_uri?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly webhook_endpoints?: readonly string[] | undefined;
}

/**
 * All problems of a charge of a source, one sentence each (docs/fidelity.md C3).
 * Without `source` the charge creates it, with its own amount and currency.
 */
export function chargeProblems(
  request: ChargeRequest,
  source: Pick<Source, 'amount' | 'currency'> | undefined,
  method: PaymentMethod | undefined,
  now: Date,
): string[] {
  return [
    source && sourceAmountMismatch(request.amount, source.amount),
    source && sourceCurrencyMismatch(request.currency, source.currency),
    returnUriProblem(request.return_uri, method),
    expiresAtProblem(request.expires_at, now),
    ...webhookEndpointProblems(request.webhook_endpoints ?? []),
  ].filter((problem) => problem !== undefined);
}

/** All problems of a charge of a card (docs/fidelity.md C27). */
export function cardChargeProblems(request: ChargeRequest, now: Date): string[] {
  return [
    cardAmountProblem(request),
    parseCurrency(request.currency) ? undefined : CURRENCY_NOT_SUPPORTED,
    request.return_uri === undefined ? undefined : returnUriProblem(request.return_uri, undefined),
    choiceProblem('authorization_type', request.authorization_type, AUTHORIZATION_TYPES),
    choiceProblem('authentication', request.authentication, AUTHENTICATIONS),
    expiresAtProblem(request.expires_at, now),
    ...webhookEndpointProblems(request.webhook_endpoints ?? []),
  ].filter((problem) => problem !== undefined);
}

/** All problems of a charge of a linked account (docs/fidelity.md LA8). */
export function directDebitProblems(request: ChargeRequest, now: Date): string[] {
  const { limits } = DIRECT_DEBIT;
  const currency = parseCurrency(request.currency);
  return [
    directDebitAmountProblem(request),
    currency === undefined ? CURRENCY_NOT_SUPPORTED : undefined,
    currency === undefined || currency in limits
      ? undefined
      : `currency must be ${Object.keys(limits).join(', ')}`,
    request.return_uri === undefined ? undefined : returnUriProblem(request.return_uri, undefined),
    expiresAtProblem(request.expires_at, now),
    ...webhookEndpointProblems(request.webhook_endpoints ?? []),
  ].filter((problem) => problem !== undefined);
}

/**
 * Rejects a missing or fractional amount before all other validation. Throws `invalid_amount`
 * (docs/fidelity.md E4).
 */
export function assertWholeAmount({ amount }: Pick<ChargeRequest, 'amount'>): void {
  if (amount === undefined) fail('invalid_amount', "amount can't be blank");
  if (isFraction(amount)) fail('invalid_amount');
}

/** Problems that do not depend on the payment method. */
export function amountAndCurrencyProblems({
  amount,
  currency,
}: Pick<ChargeRequest, 'amount' | 'currency'>): string[] {
  const parsed = parseAmount(amount);
  const unsupported = parseCurrency(currency) ? undefined : CURRENCY_NOT_SUPPORTED;
  return ['problem' in parsed ? parsed.problem : undefined, unsupported].filter(
    (problem) => problem !== undefined,
  );
}

/** The requested expiry, or `afterMs` from now. */
export function expiryOf(request: ChargeRequest, afterMs: number, now: Date): Date {
  return parseDateTime(request.expires_at) ?? new Date(now.getTime() + afterMs);
}

export function cardAmountProblem(
  request: Pick<ChargeRequest, 'amount' | 'currency' | 'authentication'>,
): string | undefined {
  const parsed = parseAmount(request.amount);
  if ('problem' in parsed) return parsed.problem;
  // A passkey charge of 0 only authenticates the cardholder (docs/fidelity.md C38).
  if (parsed.value === 0 && request.authentication === 'PASSKEY') return undefined;
  const currency = parseCurrency(request.currency);
  return currency && outOfLimits(parsed.value, chargeLimits(currency), currency);
}

/** Assumes a currency that linked accounts support. */
export function directDebitAmountProblem({
  amount,
  currency,
}: Pick<ChargeRequest, 'amount' | 'currency'>): string | undefined {
  const parsed = parseAmount(amount);
  if ('problem' in parsed) return parsed.problem;
  return parseCurrency(currency) === 'THB'
    ? outOfLimits(parsed.value, DIRECT_DEBIT.limits.THB, 'THB')
    : undefined;
}

/** Charges name the currency in this message, sources do not. */
function outOfLimits(amount: number, { min, max }: AmountRange, currency: Currency): string | undefined {
  const unit = `(${currency.toLowerCase()} subunits)`;
  if (amount < min) return `amount must be greater than or equal to ${min} ${unit}`;
  return amount > max ? `amount must be less than or equal to ${max} ${unit}` : undefined;
}

function choiceProblem(name: string, value: unknown, choices: readonly string[]): string | undefined {
  return value === undefined || choices.some((choice) => choice === value)
    ? undefined
    : `${name} must be ${choices.join(' or ')}`;
}

function sourceAmountMismatch(amount: unknown, expected: number): string | undefined {
  const parsed = parseAmount(amount);
  if ('problem' in parsed) return parsed.problem;
  return parsed.value === expected ? undefined : `amount must match the source amount, ${expected}`;
}

function sourceCurrencyMismatch(currency: unknown, expected: Currency): string | undefined {
  return parseCurrency(currency) === expected
    ? undefined
    : `currency must match the source currency, ${expected}`;
}

function returnUriProblem(uri: string | undefined, method: PaymentMethod | undefined): string | undefined {
  // Offline methods do not redirect, so they need no return_uri.
  if (uri === undefined && method?.flow === 'offline') return undefined;
  const url = parseReturnUri(uri);
  if (!url) return 'return uri is invalid';
  const isRefused = method?.returnsToHttpsOnly && url.protocol !== 'https:';
  return isRefused ? `return uri is invalid: ${method.type} requires an https URL` : undefined;
}

function expiresAtProblem(expiresAt: string | undefined, now: Date): string | undefined {
  if (expiresAt === undefined) return undefined;
  const time = parseDateTime(expiresAt);
  if (!time) return 'expires at must be an ISO 8601 datetime such as 2026-01-31T00:00:00Z';
  if (time.getTime() <= now.getTime()) return 'expires at must be in the future';
  return time.getTime() > now.getTime() + MAX_EXPIRY_DAYS * DAY_MS
    ? `expires at must be within ${MAX_EXPIRY_DAYS} days`
    : undefined;
}
