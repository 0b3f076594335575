import { bankOf } from '#domain/linked-accounts/direct-debit.js';
import {
  REGISTRATION_FAILURE_CODES,
  statusAt,
  type LinkedAccount,
  type LinkedAccountStatus,
} from '#domain/linked-accounts/linked-account.js';
import type { PageTheme } from '../accounts/account.js';
import { html, type Html } from '../pages/html.js';
import {
  consentForm,
  noticePage,
  outcomePart,
  refusalForm,
  returnLink,
  summaryPart,
  timeLeftRow,
  type Outcome,
} from '../pages/page.parts.js';
import { lookOf } from '../pages/page.look.js';
import { page, type Page } from '../pages/page.js';
import { asciiUri } from '../pages/page.response.js';
import { testControls } from '../pages/test-controls.js';
import type { Texts } from '../pages/texts/texts.js';

export interface RegistrationPage {
  readonly account: LinkedAccount;
  readonly merchant: string;
  readonly now: Date;
  readonly theme: PageTheme;
  /** True if the sandbox's clock is frozen: the page shows no countdown. */
  readonly isFrozen: boolean;
}

interface PageQuery {
  /** True to go on to the shop after the end. */
  readonly isReturning: boolean;
  /** Address of the sandbox in the console; `undefined` if unknown. */
  readonly consoleUrl: string | undefined;
}

/**
 * The page where the owner of a bank account registers it or declines. Afterwards it shows the outcome, and
 * redirects to the shop if `isReturning`.
 */
export function registrationPage(
  { account, merchant, now, theme, isFrozen }: RegistrationPage,
  texts: Texts,
  { isReturning, consoleUrl }: PageQuery,
): Page {
  const { purpose, title, outcomes } = texts.registration;
  const status = statusAt(account, now);
  const leftMs = status === 'pending' ? Math.max(0, account.expiresAt.getTime() - now.getTime()) : undefined;
  const look =
    theme === 'method' ? lookOf('internet_banking', texts, isFrozen ? undefined : leftMs) : undefined;
  const frame = { purpose, livemode: account.livemode, leftMs, look };
  const address =
    consoleUrl === undefined ? undefined : `${consoleUrl}/objects/linked_accounts/${account.id}`;
  const subject = {
    label: texts.registration.linkedAccount,
    id: account.id,
    testId: 'linked-account',
    consoleUrl: address,
  };
  const endings = status === 'pending' ? { codes: REGISTRATION_FAILURE_CODES, canExpire: false } : undefined;
  const controls = account.livemode ? undefined : testControls(subject, texts, endings);
  if (status !== 'pending') {
    const told: Outcome = { ...outcomes[status], tone: TONES[status] };
    const outcome = outcomePart(status, told, account.failureCode, texts);
    const back = returnLink(account.returnUri, merchant, texts);
    const onward = isReturning ? { to: asciiUri(account.returnUri) } : undefined;
    return page(
      { ...frame, title: told.title, onward, controls },
      [outcome, summary(account, merchant, texts), back],
      texts,
    );
  }
  const parts = [summary(account, merchant, texts, leftMs), actions(account, merchant, texts)];
  return page({ ...frame, title: title(merchant), controls }, parts, texts);
}

export function missingRegistrationPage(texts: Texts): Page {
  return noticePage(texts.registration.purpose, texts.registration.missing, texts);
}

const TONES: Readonly<Record<Exclude<LinkedAccountStatus, 'pending'>, Outcome['tone']>> = {
  successful: 'good',
  failed: 'bad',
  expired: 'bad',
};

/** The merchant and the bank account, and with `leftMs` the time left to register it. */
function summary(account: LinkedAccount, merchant: string, texts: Texts, leftMs?: number): Html {
  const words = texts.registration;
  const rows = [
    html`<dt>${words.bank}</dt><dd data-testid="bank">${bankOf(account.type)}</dd>`,
    account.lastDigits !== null &&
      html`<dt>${words.account}</dt><dd data-testid="last-digits">•••• ${account.lastDigits}</dd>`,
    leftMs !== undefined && timeLeftRow(account.expiresAt, leftMs, texts),
    account.livemode &&
      html`<dt>${words.linkedAccount}</dt><dd><code data-testid="linked-account">${account.id}</code></dd>`,
  ];
  return summaryPart(merchant, rows);
}

function actions({ type, livemode }: LinkedAccount, merchant: string, texts: Texts): Html {
  const words = texts.registration;
  const bank = bankOf(type);
  return html`<section class="handoff" data-testid="bank-handoff" aria-label="${bank}">
<h2>${words.continueAt(bank)}</h2>
<p>${words.bankWouldAsk(bank, merchant)}</p>
</section>
${consentForm(words.register, 'register')}
${livemode ? refusalForm(texts) : undefined}`;
}
