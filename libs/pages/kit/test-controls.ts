import type { FailureCode } from '#kernel/failures.js';
import { html, type Html } from './html.js';
import type { Texts } from './texts/texts.js';

/** The charge or linked account of the page. */
interface Subject {
  readonly label: string;
  readonly id: string;
  readonly testId: string;
  /** Its page in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

/** The tester's choices for a pending payment or registration. */
export interface Endings {
  /** True if a button approves: the customer's part has none that does so at once. */
  readonly canApprove: boolean;
  /** Sent with each choice, to name one of several payments. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Sent with an approval, as the customer would. */
  readonly approvalFields?: Readonly<Record<string, string>>;
  /** Reasons to decline; the first is the usual one. */
  readonly codes: readonly FailureCode[];
  readonly canExpire: boolean;
  /** Address of a page that reloads itself without scripts, when it is not to: a reload resets the choice. */
  readonly steadyAt?: string | undefined;
  readonly hint?: Html;
}

/**
 * The tester's part of a page in test mode. Without `endings` it has no choices, only the id and the link
 * (docs/fidelity.md G17).
 */
export function testControls(subject: Subject, texts: Texts, endings?: Endings): Html {
  const { title, openInConsole } = texts.controls;
  const { label, id, testId, consoleUrl } = subject;
  const link =
    consoleUrl === undefined
      ? undefined
      : html`<a href="${consoleUrl}" target="_blank" rel="noopener" data-testid="open-console">${openInConsole} ↗</a>`;
  return html`<section class="controls" aria-labelledby="controls" data-testid="test-controls">
<h2 id="controls">${title}</h2>
${endings && endingForms(endings, texts)}
<div class="about"><span>${label} <code data-testid="${testId}">${id}</code></span>${link}</div>
</section>`;
}

function endingForms(
  { canApprove, fields, approvalFields, codes, canExpire, steadyAt, hint }: Endings,
  texts: Texts,
): Html {
  const { approve, declineAs, expire, stopReloads } = texts.controls;
  const hidden = Object.entries({ ...fields }).map(hiddenField);
  const approval = Object.entries({ ...approvalFields }).map(hiddenField);
  const button = (outcome: string, label: string, extra: readonly Html[] = []): Html =>
    html`<form method="post">${hidden}${extra}<button class="plain" name="outcome" value="${outcome}" data-testid="${TEST_IDS[outcome] ?? ''}">${label}</button></form>`;
  // A selected option shows its code alone, which no narrow screen cuts.
  const reasons = codes.map(
    (code) =>
      html`<optgroup label="${texts.failures[code]}"><option value="${code}">${code}</option></optgroup>`,
  );
  const buttons = [
    ...(canApprove ? [button('successful', approve, approval)] : []),
    ...(canExpire ? [button('expired', expire)] : []),
  ];
  const steady =
    steadyAt === undefined
      ? undefined
      : html`<noscript><a class="button plain" href="${steadyAt}" data-testid="stop-reloads">${stopReloads}</a></noscript>`;
  return html`${buttons.length === 0 ? undefined : html`<div class="pair">${buttons}</div>`}
<form method="post" class="decline">${hidden}
<label for="failure_code">${declineAs}</label>
<select id="failure_code" name="failure_code" data-testid="failure-code">${reasons}</select>
<button class="refuse" name="outcome" value="failed" data-testid="refuse">${texts.refuse}</button>
</form>${steady}${hint}`;
}

const TEST_IDS: Readonly<Record<string, string>> = { successful: 'approve', expired: 'expire' };

function hiddenField([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
