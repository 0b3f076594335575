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
  /** Sent with each choice, to name one of several payments. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Sent with an approval, as the customer would. */
  readonly approvalFields?: Readonly<Record<string, string>>;
  /** Reasons to decline; the first is the usual one. */
  readonly codes: readonly FailureCode[];
  readonly canExpire: boolean;
  /**
   * Address of the page with the failure codes, for a page that reloads itself and would reset the choice.
   */
  readonly declineAt?: string | undefined;
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
  { fields, approvalFields, codes, canExpire, declineAt, hint }: Endings,
  texts: Texts,
): Html {
  const { approve, declineAs, expire } = texts.controls;
  const hidden = Object.entries({ ...fields }).map(hiddenField);
  const approval = Object.entries({ ...approvalFields }).map(hiddenField);
  const button = (outcome: string, label: string, extra: readonly Html[] = []): Html =>
    html`<form method="post">${hidden}${extra}<button class="plain" name="outcome" value="${outcome}" data-testid="${TEST_IDS[outcome] ?? ''}">${label}</button></form>`;
  const reasons = codes.map(
    (code) => html`<option value="${code}">${code} · ${texts.failures[code]}</option>`,
  );
  const later =
    declineAt === undefined
      ? undefined
      : html`<a class="button refuse" href="${declineAt}" data-testid="decline-as">${declineAs}…</a>`;
  const decline =
    declineAt === undefined
      ? html`<form method="post" class="decline">${hidden}
<label for="failure_code">${declineAs}</label>
<select id="failure_code" name="failure_code" data-testid="failure-code">${reasons}</select>
<button class="refuse" name="outcome" value="failed" data-testid="refuse">${texts.refuse}</button>
</form>`
      : undefined;
  return html`<div class="pair">${button('successful', approve, approval)}${canExpire ? button('expired', expire) : undefined}${later}</div>
${decline}${hint}`;
}

const TEST_IDS: Readonly<Record<string, string>> = { successful: 'approve', expired: 'expire' };

function hiddenField([name, value]: [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
