import {
  ACCEPTED_PASSWORD,
  MAX_WRONG_PASSWORDS,
  REFUSED_PASSWORD,
} from '#resources/charges/rules/one-time-password.js';
import { html, type Html } from '../kit/html.js';
import type { ChallengeTexts } from '../kit/texts/texts.js';

/**
 * The form for the one-time password that the card's issuer would have sent. `isSent`: a new one was
 * requested.
 */
export function passwordForms(wrongCount: number, isSent: boolean, words: ChallengeTexts): Html {
  const left = Math.max(0, MAX_WRONG_PASSWORDS - wrongCount);
  const isWrong = wrongCount > 0 && !isSent;
  const described = isWrong
    ? html`aria-invalid="true" aria-describedby="told hint" autofocus`
    : html`aria-describedby="told hint"`;
  return html`<form method="post">
<label for="one-time-password">${words.password}</label>
<input class="password" id="one-time-password" name="one_time_password" autocomplete="one-time-code" inputmode="numeric" maxlength="20" required ${described} data-testid="one-time-password">
<div id="told">${isSent ? html`<p class="told" role="status" data-testid="sent">${words.sent}</p>` : undefined}
${wrongCount > 0 ? html`<p class="problem" role="${isWrong ? 'alert' : 'status'}" data-testid="problem">${isWrong ? words.wrong : undefined} <span data-testid="attempts-left">${words.attemptsLeft(left)}</span></p>` : undefined}</div>
<button class="pay" name="outcome" value="successful" data-testid="confirm">${words.confirm}</button>
</form>
<form method="get"><button class="plain" name="sent" data-testid="new-password">${words.sendNew}</button></form>
<form method="post"><button class="refuse" name="outcome" value="failed" data-testid="cancel">${words.cancel}</button></form>`;
}

/** Which passwords there are. */
export function passwordHint(words: ChallengeTexts): Html {
  return html`<p class="hint" id="hint" data-testid="hint">${words.hint(ACCEPTED_PASSWORD, REFUSED_PASSWORD)}</p>`;
}
