import { bankOf } from '#resources/linked-accounts/rules/direct-debit.js';
import {
  REGISTRATION_FAILURE_CODES,
  statusAt,
  type LinkedAccount,
} from '#resources/linked-accounts/rules/linked-account.js';
import { html, type Html } from '../kit/html.js';
import {
  consentForm,
  expiryRow,
  noticePage,
  outcomePart,
  refusalForm,
  summaryPart,
} from '../kit/page.parts.js';
import { choicePage, type ChoicePage, type PageQuery } from '../kit/choice.page.js';
import { lookOf } from '../kit/page.look.js';
import type { Page } from '../kit/page.js';
import { testControls } from '../kit/test-controls.js';
import type { Texts } from '../kit/texts/texts.js';

export interface RegistrationPage extends ChoicePage {
  readonly account: LinkedAccount;
}

/** The page where the owner of a bank account registers it or declines. */
export function registrationPage(
  shown: RegistrationPage,
  texts: Texts,
  { isReturning, consoleUrl }: PageQuery,
): Page {
  const { account, merchant, now } = shown;
  const { purpose, title, outcomes, linkedAccount } = texts.registration;
  const status = statusAt(account, now);
  const isOpen = status === 'pending';
  const address =
    consoleUrl === undefined ? undefined : `${consoleUrl}/objects/linked_accounts/${account.id}`;
  const subject = { label: linkedAccount, id: account.id, testId: 'linked-account', consoleUrl: address };
  const endings = isOpen
    ? { codes: REGISTRATION_FAILURE_CODES, canExpire: false, canApprove: false }
    : undefined;
  const choice = {
    subject: account,
    purpose,
    title: isOpen ? title(merchant) : outcomes[status].title,
    look: shown.theme === 'method' ? lookOf('internet_banking', texts) : undefined,
    controls: account.livemode ? undefined : testControls(subject, texts, endings),
    summary: summary(shown, isOpen, texts),
    part: isOpen
      ? actions(account, merchant, texts)
      : outcomePart(status, outcomes[status], account.failureCode, texts),
  };
  return choicePage(shown, choice, { isOpen, returnsAfterS: isReturning ? 0 : undefined }, texts);
}

export function missingRegistrationPage(texts: Texts): Page {
  return noticePage(texts.registration.purpose, texts.registration.missing, texts);
}

function summary(shown: RegistrationPage, isOpen: boolean, texts: Texts): Html {
  const { account, merchant } = shown;
  const words = texts.registration;
  const rows = [
    html`<dt>${words.bank}</dt><dd data-testid="bank">${bankOf(account.type)}</dd>`,
    account.lastDigits !== null &&
      html`<dt>${words.account}</dt><dd data-testid="last-digits">•••• ${account.lastDigits}</dd>`,
    isOpen && expiryRow(account.expiresAt, shown, texts),
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
