import { isOverdue, phaseOf, type ChargePhase } from '#domain/charges/charge.js';
import { failureCodesOf } from '#domain/failures.js';
import { formatMoney } from '#domain/money.js';
import type { Card } from '#domain/cards/card.js';
import type { HandOff } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { Html, html } from '../pages/html.js';
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

const PURPOSE = 'Secure checkout';

export interface AuthorizationPage extends LoadedCharge {
  readonly merchant: string;
  readonly now: Date;
  /** A code that holds the page's own address, as SVG, for methods that hand over with one. */
  readonly qr: string | undefined;
}

/** Where a customer pays or refuses; once that is done, or too late, it only says how it ended. */
export function authorizationPage(shown: AuthorizationPage): Html {
  const { charge, merchant, now } = shown;
  const phase = isOverdue(charge, now) && phaseOf(charge) === 'awaiting_customer' ? 'expired' : phaseOf(charge);
  const frame = { purpose: PURPOSE, livemode: charge.livemode };
  if (phase !== 'awaiting_customer') {
    const outcome = outcomePart(phase, OUTCOMES[phase], phase === 'failed' ? charge.failureCode : null);
    const back = charge.returnUri === null ? html`` : returnLink(charge.returnUri, merchant);
    return page({ ...frame, title: OUTCOMES[phase].title }, [outcome, summary(shown), back]);
  }
  const leftMs = Math.max(0, charge.expiresAt.getTime() - now.getTime());
  return page({ ...frame, title: `Pay ${merchant}`, leftMs }, [summary(shown, leftMs), actions(shown)]);
}

/** What a customer sees who follows an address that leads nowhere. */
export const MISSING_PAGE = missingPage(
  PURPOSE,
  'Payment not found',
  'This address names no payment. Go back to the shop and start again.',
);

const OUTCOMES: Readonly<Record<Exclude<ChargePhase, 'awaiting_customer'>, Outcome>> = {
  authorized: { title: 'Payment authorized', tone: 'good', note: 'The merchant takes the money when the order is ready.' },
  successful: { title: 'Payment successful', tone: 'good', note: 'The merchant has been told.' },
  failed: { title: 'Payment failed', tone: 'bad', note: 'No money has been taken.' },
  expired: { title: 'Payment expired', tone: 'bad', note: 'Its time ran out before it was paid. No money has been taken.' },
  reversed: { title: 'Payment reversed', tone: 'bad', note: 'The merchant gave the payment up. No money has been taken.' },
};

/** Who asks for how much; with `leftMs`, how long there is to pay. */
function summary(shown: AuthorizationPage, leftMs?: number): Html {
  const { charge, merchant } = shown;
  const rows = [
    html`<dt>Method</dt><dd data-testid="method">${methodTitle(shown)}</dd>`,
    charge.description !== null && html`<dt>For</dt><dd data-testid="description">${charge.description}</dd>`,
    ...charge.providerReferences.map((reference, index) => html`<dt>Reference ${index + 1}</dt><dd>${reference}</dd>`),
    leftMs !== undefined && timeLeftRow(charge.expiresAt, leftMs),
    html`<dt>Charge</dt><dd data-testid="charge">${charge.id}</dd>`,
  ];
  const amount = html`<p class="amount" data-testid="amount">${formatMoney(charge.amount, charge.currency)}</p>`;
  return summaryPart(merchant, rows, amount);
}

/** What the customer pays with, as they know it. */
function methodTitle({ source, card }: AuthorizationPage): string {
  const titles = [source && paymentMethodOf(source.type).title, card && `${card.brand} •••• ${card.lastDigits}`];
  return titles.filter((title) => title !== null).join(', ');
}

function actions({ charge, source, card, qr }: AuthorizationPage): Html {
  const handOff = source && paymentMethodOf(source.type).handOff;
  return html`${handOff ? handOffPanel(handOff, qr ?? '') : undefined}${card ? challengePanel(card) : undefined}
${consentForm('Pay', 'pay')}
${refusalForm('Or let the payment fail because of', failureCodesOf(charge))}`;
}

function handOffPanel(handOff: HandOff, qr: string): Html {
  if (handOff.kind === 'qr') {
    return html`<section class="handoff" data-testid="qr" aria-label="QR code">${new Html(qr)}<p>On a computer? Scan with the ${handOff.wallet} app, or go on here.</p></section>`;
  }
  return html`<section class="handoff" data-testid="app-handoff" aria-label="${handOff.app}">
<h2>Continue in ${handOff.app}</h2>
<p>On a phone the ${handOff.app} app would open here. This page stands in for it: confirm or refuse below.</p>
</section>`;
}

function challengePanel({ bank, brand, lastDigits }: Card): Html {
  return html`<section class="handoff" data-testid="challenge" aria-label="3-D Secure">
<h2>Confirm with your bank</h2>
<p>Here the issuer of ${brand} •••• ${lastDigits}${bank && `, ${bank},`} would ask for a one-time password (3-D Secure). This page stands in for it: confirm or refuse below.</p>
</section>`;
}
