import {
  ACCEPTED_PASSWORD,
  MAX_WRONG_PASSWORDS,
  REFUSED_PASSWORD,
} from '#resources/charges/rules/one-time-password.js';
import { html, type Html } from '../kit/html.js';
import { fieldProblem } from '../kit/page.parts.js';
import type { ChallengeTexts } from '../kit/texts/texts.js';

/** A customer's last step on the page. `empty`: no password was sent. `sent`: a new one was requested. */
export type ChallengeStep = 'empty' | 'sent' | undefined;

/** The form for the one-time password that the card's issuer would have sent. */
export function passwordForms(wrongCount: number, step: ChallengeStep, words: ChallengeTexts): Html {
  const left = Math.max(0, MAX_WRONG_PASSWORDS - wrongCount);
  const problem = step === 'empty' ? words.missing : wrongCount > 0 && !step ? words.wrong : undefined;
  const told =
    problem === undefined ? undefined : html`<span role="alert" data-testid="problem">${problem}</span>`;
  const state = told && html` aria-invalid="true" autofocus`;
  return html`<form method="post" novalidate>
<label for="one-time-password">${words.password}</label>
<input class="password" id="one-time-password" name="one_time_password" autocomplete="one-time-code" inputmode="numeric" maxlength="20" required aria-describedby="one-time-password-problem hint"${state} data-missing="${words.missing}" data-testid="one-time-password">
${fieldProblem('one-time-password', told)}
${step === 'sent' ? html`<p class="told" role="status" data-testid="sent">${words.sent}</p>` : undefined}
${wrongCount > 0 ? html`<p class="told" data-testid="attempts-left">${words.attemptsLeft(left)}</p>` : undefined}
<button class="pay" name="outcome" value="successful" data-testid="confirm">${words.confirm}</button>
</form>
<form method="get"><button class="plain" name="sent" data-testid="new-password">${words.sendNew}</button></form>
<form method="post"><button class="refuse" name="outcome" value="failed" data-testid="cancel">${words.cancel}</button></form>`;
}

/** Which passwords there are. */
export function passwordHint(words: ChallengeTexts): Html {
  return html`<p class="hint" id="hint" data-testid="hint">${words.hint(ACCEPTED_PASSWORD, REFUSED_PASSWORD)}</p>`;
}
