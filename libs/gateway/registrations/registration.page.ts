import { bankOf } from '#domain/linked-accounts/direct-debit.js';
import {
  REGISTRATION_FAILURE_CODES,
  statusAt,
  type LinkedAccount,
  type LinkedAccountStatus,
} from '#domain/linked-accounts/linked-account.js';
import { html, type Html } from '../pages/html.js';
import {
  consentForm,
  missingPage,
  outcomePart,
  refusalForm,
  returnLink,
  summaryPart,
  timeLeftRow,
  type Outcome,
} from '../pages/page.parts.js';
import { page } from '../pages/page.js';

const PURPOSE = 'Secure registration';

export interface RegistrationPage {
  readonly account: LinkedAccount;
  readonly merchant: string;
  readonly now: Date;
}

/** Where the owner of a bank account registers it or refuses; once that is done, or too late, it only says how it ended. */
export function registrationPage({ account, merchant, now }: RegistrationPage): Html {
  const status = statusAt(account, now);
  const frame = { purpose: PURPOSE, livemode: account.livemode };
  if (status !== 'pending') {
    const outcome = outcomePart(status, OUTCOMES[status], account.failureCode);
    return page({ ...frame, title: OUTCOMES[status].title }, [
      outcome,
      summary(account, merchant),
      returnLink(account.returnUri, merchant),
    ]);
  }
  const leftMs = Math.max(0, account.expiresAt.getTime() - now.getTime());
  return page({ ...frame, title: `Register an account with ${merchant}`, leftMs }, [
    summary(account, merchant, leftMs),
    actions(account, merchant),
  ]);
}

/** What somebody sees who follows an address that leads nowhere. */
export const MISSING_PAGE = missingPage(
  PURPOSE,
  'Registration not found',
  'This address names no bank account to register. Go back to the shop and start again.',
);

const OUTCOMES: Readonly<Record<Exclude<LinkedAccountStatus, 'pending'>, Outcome>> = {
  successful: { title: 'Account registered', tone: 'good', note: 'The merchant can charge it from now on, without asking again.' },
  failed: { title: 'Registration failed', tone: 'bad', note: 'The account was not registered.' },
  expired: { title: 'Registration expired', tone: 'bad', note: 'Its time ran out before the account was registered.' },
};

/** Who wants to debit which account; with `leftMs`, how long there is to register it. */
function summary(account: LinkedAccount, merchant: string, leftMs?: number): Html {
  const rows = [
    html`<dt>Bank</dt><dd data-testid="bank">${bankOf(account.type)}</dd>`,
    account.lastDigits !== null && html`<dt>Account</dt><dd data-testid="last-digits">•••• ${account.lastDigits}</dd>`,
    leftMs !== undefined && timeLeftRow(account.expiresAt, leftMs),
    html`<dt>Linked account</dt><dd data-testid="linked-account">${account.id}</dd>`,
  ];
  return summaryPart(merchant, rows);
}

function actions({ type }: LinkedAccount, merchant: string): Html {
  const bank = bankOf(type);
  return html`<section class="handoff" data-testid="bank-handoff" aria-label="${bank}">
<h2>Continue at ${bank}</h2>
<p>Here ${bank} would ask who you are, which account it shall be, and whether ${merchant} may debit it. This page stands in for it: register or refuse below.</p>
</section>
${consentForm('Register account', 'register')}
${refusalForm('Or let the registration fail because of', REGISTRATION_FAILURE_CODES)}`;
}
