import { FAILURES, type FailureCode } from '#domain/failures.js';
import { DAY_MS, HOUR_MS, isoSeconds, MINUTE_MS, SECOND_MS } from '#domain/time.js';
import { html, Html } from './html.js';
import { page } from './page.js';

/** How something ended, as its customer is told. */
export interface Outcome {
  readonly title: string;
  readonly tone: 'good' | 'bad';
  readonly note: string;
}

/** How it ended, and with a `failureCode` why. */
export function outcomePart(status: string, { title, tone, note }: Outcome, failureCode: FailureCode | null): Html {
  const reason = failureCode === null ? '' : `${sentence(FAILURES[failureCode])} `;
  return html`<p class="state ${tone}" role="status" data-testid="status" data-status="${status}">${title}</p>
<p class="note" data-testid="reason">${reason}${note}</p>`;
}

/** What a customer sees who follows an address that leads nowhere. */
export function missingPage(purpose: string, title: string, note: string): Html {
  return page({ title, purpose }, [
    html`<p class="state bad" role="status" data-testid="status">${title}</p>
<p class="note">${note}</p>`,
  ]);
}

/** Who asks, and what for; a row that there is none of is `false`. */
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

/** The button that stands for a failure, and the reasons to choose from. */
export function refusalForm(label: string, codes: readonly FailureCode[]): Html {
  const reasons = codes.map((code) => html`<option value="${code}">${code}: ${FAILURES[code]}</option>`);
  return html`<form method="post">
<fieldset>
<label for="failure_code">${label}</label>
<select id="failure_code" name="failure_code" data-testid="failure-code">${reasons}</select>
<button class="refuse" name="outcome" value="failed" data-testid="refuse">Refuse</button>
</fieldset>
</form>`;
}

export function timeLeftRow(expiresAt: Date, leftMs: number): Html {
  return html`<dt>Time left</dt><dd data-testid="time-left"><time datetime="${isoSeconds(expiresAt)}">${duration(leftMs)}</time></dd>`;
}

export function returnLink(uri: string, merchant: string): Html {
  return html`<a class="button pay" href="${uri}" data-testid="return">Return to ${merchant}</a>`;
}

/** "6 d 23 h", "9 min 58 s": the two largest units. */
function duration(ms: number): string {
  const parts = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor((ms % DAY_MS) / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min'],
    [Math.floor((ms % MINUTE_MS) / SECOND_MS), 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return first < 0
    ? '0 s'
    : parts
        .slice(first, first + 2)
        .map(([count, unit]) => `${count} ${unit}`)
        .join(' ');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
