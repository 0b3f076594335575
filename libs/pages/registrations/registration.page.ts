import { bankOf } from '#resources/linked-accounts/rules/direct-debit.js';
import {
  REGISTRATION_FAILURE_CODES,
  statusAt,
  type LinkedAccount,
} from '#resources/linked-accounts/rules/linked-account.js';
import { html, type Html } from '../kit/html.js';
import {
  consentForm,
  noticePage,
  outcomePart,
  refusalForm,
  summaryPart,
  timeLeftRow,
} from '../kit/page.parts.js';
import { choicePage, type ChoicePage, type PageQuery } from '../kit/choice.page.js';
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
  const endings = isOpen ? { codes: REGISTRATION_FAILURE_CODES, canExpire: false } : undefined;
  const choice = {
    subject: account,
    purpose,
    title: isOpen ? title(merchant) : outcomes[status].title,
    look: 'internet_banking' as const,
    controls: account.livemode ? undefined : testControls(subject, texts, endings),
    summary: (leftMs?: number) => summary(account, merchant, texts, leftMs),
    part: isOpen
      ? actions(account, merchant, texts)
      : outcomePart(status, outcomes[status], account.failureCode, texts),
  };
  return choicePage(shown, choice, { isOpen, returnsAfterS: isReturning ? 0 : undefined }, texts);
}

export function missingRegistrationPage(texts: Texts): Page {
  return noticePage(texts.registration.purpose, texts.registration.missing, texts);
}

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
