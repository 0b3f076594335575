import { amountRangeProblem, parseAmount } from '#kernel/amount.js';
import { fail } from '#kernel/errors.js';
import { MAX_URI_LENGTH, parseReturnUri } from '#kernel/http-url.js';
import { parseCurrency, type Currency } from '#kernel/money.js';
import { isBlank, isObject } from '#kernel/values.js';
import { webhookEndpointProblems } from '#kernel/addresses.js';
import { chargeLimits } from '../../account/rules/account-limits.js';
import { methodsNamed, offeredMethods } from '../../payment-methods/rules/offered-methods.js';
import { findPaymentMethod } from '../../payment-methods/rules/registry.js';
import { MAX_COMPLETE_URL_LENGTH, sessionPhaseOf, type CheckoutSession } from './checkout-session.js';

/** `#rgb` or `#rrggbb`: nothing else gets into the page's sheet. */
export const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A language tag such as `en`, `th` or `pt_BR`. */
export const LOCALE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i;

/** The most methods that one session may name. */
export const MAX_METHODS = 100;

/** Parameters of a session in the API's words; only their shape is validated. */
export interface SessionRequest {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly payment_methods?: unknown;
  readonly redirect_urls?: unknown;
  readonly style?: unknown;
  readonly locale?: unknown;
  readonly webhook_endpoints?: readonly string[] | undefined;
}

/**
 * Returns all problems of a request for a session. `available` are the account's payment methods
 * (docs/fidelity.md CS2).
 */
export function sessionProblems(request: SessionRequest, available: readonly string[]): string[] {
  const parsed = parseAmount(request.amount);
  const currency = parseCurrency(request.currency);
  const { complete_url: completeUrl, cancel_url: cancelUrl } = asObject(request.redirect_urls);
  const { theme_color: themeColor, text_color: textColor } = asObject(request.style);
  const amountProblem =
    'problem' in parsed
      ? parsed.problem
      : currency && amountRangeProblem(parsed.value, chargeLimits(currency));
  const price =
    'value' in parsed && currency && !amountProblem ? { amount: parsed.value, currency } : undefined;
  return [
    amountProblem,
    currency ? undefined : 'currency is currently not supported',
    ...methodsProblems(request.payment_methods, { available, price, returnsTo: parseReturnUri(completeUrl) }),
    urlProblem('complete_url', completeUrl, MAX_COMPLETE_URL_LENGTH),
    urlProblem('cancel_url', cancelUrl, MAX_URI_LENGTH),
    isObjectOrBlank(request.style) ? undefined : 'style must be an object',
    colorProblem('theme_color', themeColor),
    colorProblem('text_color', textColor),
    isBlank(request.locale) || isLocale(request.locale)
      ? undefined
      : 'locale must be a language such as en or th',
    ...webhookEndpointProblems(request.webhook_endpoints ?? []),
  ].filter((problem) => problem !== undefined);
}

/**
 * Refuses a payment of a session that is over. The charge `insteadOf` may be replaced (docs/fidelity.md CS6).
 * Throws `invalid_checkout_session`.
 */
export function assertPayable(session: CheckoutSession, now: Date, insteadOf?: string): void {
  const { chargeId } = session;
  const phase = sessionPhaseOf({ ...session, chargeId: chargeId === insteadOf ? null : chargeId }, now);
  if (phase !== 'open') fail('invalid_checkout_session', REFUSALS[phase]);
}

const REFUSALS = {
  paid: 'the session already has a payment; create a new session',
  cancelled: 'the session was cancelled; create a new session',
  expired: 'the session has expired; create a new session',
} as const;

/** The fields of an object parameter; empty if it is not an object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObjectOrBlank(value: unknown): boolean {
  return isBlank(value) || isObject(value);
}

function isLocale(value: unknown): boolean {
  return typeof value === 'string' && LOCALE.test(value);
}

interface PaymentContext {
  readonly available: readonly string[];
  /** Nothing where the amount or the currency is wrong already. */
  readonly price: { readonly amount: number; readonly currency: Currency } | undefined;
  readonly returnsTo: URL | undefined;
}

function methodsProblems(names: unknown, context: PaymentContext): (string | undefined)[] {
  if (!Array.isArray(names) || names.length === 0)
    return [
      'payment_methods must be a list with at least one payment method: card, or a source type from GET /capability',
    ];
  if (names.length > MAX_METHODS) return [`payment_methods can have at most ${MAX_METHODS} items`];
  return names.map((name) => methodProblem(name, context));
}

function methodProblem(name: unknown, { available, price, returnsTo }: PaymentContext): string | undefined {
  if (typeof name !== 'string') return 'payment_methods must be strings';
  const named = methodsNamed(name, available);
  const isOffered = (): boolean =>
    price === undefined ||
    offeredMethods(named, price, returnsTo?.protocol ?? 'https:', { knowsGoods: true }).length > 0;
  if (named.length === 0)
    return `payment_methods contains ${name.slice(0, 100)}, which is not available; GET /capability lists the payment methods of the account`;
  if (named[0] !== name)
    return isOffered()
      ? undefined
      : `payment_methods contains ${name}, of which no method accepts this payment`;
  const method = findPaymentMethod(name);
  if (name === 'card' || !price) return undefined;
  const range = method?.limits[price.currency];
  if (method && !range)
    return `payment_methods contains ${name}, which only accepts ${Object.keys(method.limits).join(', ')}`;
  if (range && (price.amount < range.min || price.amount > range.max))
    return `payment_methods contains ${name}, which only accepts amounts from ${range.min} to ${range.max} (${price.currency.toLowerCase()} subunits)`;
  if (method?.returnsToHttpsOnly && returnsTo && returnsTo.protocol !== 'https:')
    return `redirect_urls[complete_url] must be an https URL for ${name}`;
  return isOffered()
    ? undefined
    : `payment_methods contains ${name}, which requires more than the page asks for; create a charge instead`;
}

/** The rule of `return_uri` (docs/fidelity.md C3). */
function urlProblem(name: string, value: unknown, maxLength: number): string | undefined {
  if (typeof value === 'string' && value.length > maxLength)
    return `redirect_urls[${name}] is too long (maximum is ${maxLength} characters)`;
  return parseReturnUri(value)
    ? undefined
    : `redirect_urls[${name}] must be an absolute URL of a page or app`;
}

function colorProblem(name: string, value: unknown): string | undefined {
  const isColor = isBlank(value) || (typeof value === 'string' && COLOR.test(value));
  return isColor ? undefined : `style[${name}] must be a color such as #173799`;
}
