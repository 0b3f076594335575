import type { FailureCode } from '#kernel/failures.js';
import { isoSeconds } from '#kernel/time.js';
import { formatDuration } from './duration.js';
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

/** The merchant, the amount and further rows; `false` stands for a missing row. */
export function summaryPart(merchant: string, rows: readonly (Html | false)[], amount?: Html): Html {
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

export function timeLeftRow(expiresAt: Date, leftMs: number, { timeLeft, language }: Texts): Html {
  const duration = formatDuration(leftMs, language);
  return html`<dt>${timeLeft}</dt><dd data-testid="time-left"><time datetime="${isoSeconds(expiresAt)}">${duration}</time></dd>`;
}

export function returnLink(uri: string, merchant: string, { returnTo }: Texts, style = 'pay'): Html {
  return html`<a class="button ${style}" href="${uri}" data-testid="return">${returnTo(merchant)}</a>`;
}
