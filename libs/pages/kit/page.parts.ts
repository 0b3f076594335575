import type { FailureCode } from '#kernel/failures.js';
import { formatMoney, type Currency } from '#kernel/money.js';
import { isoSeconds } from '#kernel/time.js';
import { html, Html } from './html.js';
import { page, type Page } from './page.js';
import type { Notice, Texts } from './texts/texts.js';

/** True if a payment, link or registration has ended well. */
export function isGood(status: string): boolean {
  return ['authorized', 'successful', 'paid'].includes(status);
}

/** The outcome, with the reason of a `failureCode`. */
export function outcomePart(
  status: string,
  { title, note }: Notice,
  failureCode: FailureCode | null,
  texts: Texts,
): Html {
  return html`<p class="state ${isGood(status) ? 'good' : 'bad'}" role="status" data-testid="status" data-status="${status}">${title}</p>
${failureCode === null ? undefined : reasonPart(failureCode, texts)}
<p class="note" data-testid="note">${note}</p>`;
}

/** Why it failed, in words for a customer and with the code for a tester. */
function reasonPart(code: FailureCode, { failures }: Texts): Html {
  return html`<p class="reason"><span data-testid="reason">${failures[code]}</span> <code data-testid="failure-code">${code}</code></p>`;
}

/** A page with an error only. */
export function noticePage(purpose: string, { title, note }: Notice, texts: Texts): Page {
  const told = html`<div role="status"><h1 class="state bad" data-testid="status">${title}</h1></div>
<p class="note" data-testid="note">${note}</p>`;
  return page({ title, purpose }, [told], texts);
}

interface Price {
  readonly amount: number;
  readonly currency: Currency;
}

/** The merchant, the amount and further rows; `false` stands for a missing row. */
export function summaryPart(merchant: string, rows: readonly (Html | false)[], price?: Price): Html {
  const amount =
    price && html`<p class="amount" data-testid="amount">${formatMoney(price.amount, price.currency)}</p>`;
  return html`<h1 data-testid="merchant">${merchant}</h1>
${amount}
<dl>${rows.filter((row) => row instanceof Html)}</dl>`;
}

/** The button that stands for success. */
export function consentForm(label: string, testId: string): Html {
  return html`<form method="post">
<button class="pay" name="outcome" value="successful" data-testid="${testId}">${label}</button>
</form>`;
}

/** The button that declines, for a page without test controls. */
export function refusalForm({ refuse }: Texts): Html {
  return html`<form method="post">
<button class="refuse" name="outcome" value="failed" data-testid="refuse">${refuse}</button>
</form>`;
}

/** A sandbox's time. */
export interface Moment {
  readonly now: Date;
  /** True if its clock is frozen: nothing counts down. */
  readonly isFrozen: boolean;
}

/** The time left until `expiresAt`; `undefined` while the clock is frozen. */
export function leftMsUntil(expiresAt: Date, { now, isFrozen }: Moment): number | undefined {
  return isFrozen ? undefined : Math.max(0, expiresAt.getTime() - now.getTime());
}

/** When it expires. A script replaces it by the time left. */
export function expiryRow(expiresAt: Date, moment: Moment, { expires, timeLeft, language }: Texts): Html {
  const leftMs = leftMsUntil(expiresAt, moment);
  const counted = leftMs === undefined ? undefined : html` data-left-ms="${leftMs}"`;
  const shown = new Intl.DateTimeFormat(language, EXPIRY_FORMAT).format(expiresAt);
  return html`<dt data-counting="${timeLeft}">${expires}</dt><dd data-testid="time-left"><time datetime="${isoSeconds(expiresAt)}"${counted}>${shown}</time></dd>`;
}

/** The customer's time zone is not known. */
const EXPIRY_FORMAT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const;

/** The place of the message about a field, which `aria-describedby` of the field names. */
export function fieldProblem(id: string, problem?: string | Html): Html {
  return html`<p class="problem" id="${id}-problem" data-testid="${id}-problem">${problem}</p>`;
}

export function returnLink(uri: string, merchant: string, { returnTo }: Texts, style = 'pay'): Html {
  return html`<a class="button ${style}" href="${uri}" data-testid="return">${returnTo(merchant)}</a>`;
}

/** A way out of the page, apart from the ways to pay. */
export function leavingPart(part: Html): Html {
  return html`<div class="leave">${part}</div>`;
}
