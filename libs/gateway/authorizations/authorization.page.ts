import { createHash } from 'node:crypto';
import { isOverdue, phaseOf, type Charge, type ChargePhase } from '#domain/charges/charge.js';
import { failureCodesOf, FAILURES } from '#domain/failures.js';
import { formatMoney } from '#domain/money.js';
import type { Card } from '#domain/cards/card.js';
import type { HandOff } from '#domain/payment-methods/payment-method.js';
import { paymentMethodOf } from '#domain/payment-methods/registry.js';
import { isoSeconds, MINUTE_MS, HOUR_MS, DAY_MS, SECOND_MS } from '#domain/time.js';
import type { LoadedCharge } from '../charges/charge.row.js';
import { Html, html } from './html.js';
import { STYLE } from './authorization.style.js';

/** A page that is still open when the charge's time comes reloads itself then, unless that is further away than this. */
const MAX_REFRESH_MS = HOUR_MS;

/** Only the page's own sheet, and nothing else, may load or run. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface AuthorizationPage extends LoadedCharge {
  readonly merchant: string;
  readonly now: Date;
  /** A code that holds the page's own address, as SVG, for methods that hand over with one. */
  readonly qr: string | undefined;
}

/** Where a customer pays or refuses; once that is done, or too late, it only says how it ended. */
export function authorizationPage(page: AuthorizationPage): Html {
  const { charge, now } = page;
  const phase = isOverdue(charge, now) && phaseOf(charge) === 'awaiting_customer' ? 'expired' : phaseOf(charge);
  const { livemode } = charge;
  if (phase !== 'awaiting_customer')
    return layout({ title: OUTCOMES[phase].title, livemode }, [outcome(phase, charge), summary(page), returnLink(page)]);
  const leftMs = Math.max(0, charge.expiresAt.getTime() - now.getTime());
  return layout({ title: `Pay ${page.merchant}`, livemode, leftMs }, [summary(page, leftMs), actions(page)]);
}

/** What a customer sees who follows an address that leads nowhere. */
export function missingPage(): Html {
  return layout({ title: 'Payment not found' }, [
    html`<p class="state bad" role="status" data-testid="status">Payment not found</p>
<p class="note">This address names no payment. Go back to the shop and start again.</p>`,
  ]);
}

const OUTCOMES: Readonly<Record<Exclude<ChargePhase, 'awaiting_customer'>, { title: string; tone: 'good' | 'bad'; note: string }>> = {
  authorized: { title: 'Payment authorized', tone: 'good', note: 'The merchant takes the money when the order is ready.' },
  successful: { title: 'Payment successful', tone: 'good', note: 'The merchant has been told.' },
  failed: { title: 'Payment failed', tone: 'bad', note: 'No money has been taken.' },
  expired: { title: 'Payment expired', tone: 'bad', note: 'Its time ran out before it was paid. No money has been taken.' },
  reversed: { title: 'Payment reversed', tone: 'bad', note: 'The merchant gave the payment up. No money has been taken.' },
};

function layout({ title, livemode, leftMs }: { title: string; livemode?: boolean; leftMs?: number }, parts: readonly Html[]): Html {
  const refreshS = leftMs !== undefined && leftMs <= MAX_REFRESH_MS ? Math.ceil(leftMs / SECOND_MS) + 1 : undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshS === undefined ? undefined : html`<meta http-equiv="refresh" content="${refreshS}">`}
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<div class="top"><span>Secure checkout</span>${livemode === undefined ? undefined : modeBadge(livemode)}</div>
<div class="card">
${parts}
</div>
<footer>Emulated by Tollgate: no real money moves.</footer>
</main>
</body>
</html>
`;
}

function modeBadge(livemode: boolean): Html {
  return livemode
    ? html`<span class="mode live" data-testid="mode">Live mode</span>`
    : html`<span class="mode test" data-testid="mode">Test mode</span>`;
}

function outcome(phase: Exclude<ChargePhase, 'awaiting_customer'>, charge: Charge): Html {
  const { title, tone, note } = OUTCOMES[phase];
  const reason = charge.failureCode && phase === 'failed' ? `${sentence(FAILURES[charge.failureCode])} ` : '';
  return html`<p class="state ${tone}" role="status" data-testid="status" data-status="${phase}">${title}</p>
<p class="note" data-testid="reason">${reason}${note}</p>`;
}

/** Who asks for how much; with `leftMs`, how long there is to pay. */
function summary(page: AuthorizationPage, leftMs?: number): Html {
  const { charge, merchant } = page;
  const rows = [
    html`<dt>Method</dt><dd data-testid="method">${methodTitle(page)}</dd>`,
    charge.description !== null && html`<dt>For</dt><dd data-testid="description">${charge.description}</dd>`,
    ...charge.providerReferences.map((reference, index) => html`<dt>Reference ${index + 1}</dt><dd>${reference}</dd>`),
    leftMs !== undefined &&
      html`<dt>Time left</dt><dd data-testid="time-left"><time datetime="${isoSeconds(charge.expiresAt)}">${duration(leftMs)}</time></dd>`,
    html`<dt>Charge</dt><dd data-testid="charge">${charge.id}</dd>`,
  ];
  return html`<h1 data-testid="merchant">${merchant}</h1>
<p class="amount" data-testid="amount">${formatMoney(charge.amount, charge.currency)}</p>
<dl>${rows.filter((row) => row instanceof Html)}</dl>`;
}

/** What the customer pays with, as they know it. */
function methodTitle({ source, card }: AuthorizationPage): string {
  if (card) return `${card.brand} •••• ${card.lastDigits}`;
  return source ? paymentMethodOf(source.type).title : '';
}

function actions({ charge, source, card, qr }: AuthorizationPage): Html {
  const handOff = source && paymentMethodOf(source.type).handOff;
  const reasons = failureCodesOf(charge).map((code) => html`<option value="${code}">${code}: ${FAILURES[code]}</option>`);
  return html`${handOff ? handOffPanel(handOff, qr ?? '') : undefined}${card ? challengePanel(card) : undefined}
<form method="post">
<button class="pay" name="outcome" value="successful" data-testid="pay">Pay</button>
</form>
<form method="post">
<fieldset>
<label for="failure_code">Or let the payment fail because of</label>
<select id="failure_code" name="failure_code" data-testid="failure-code">${reasons}</select>
<button class="refuse" name="outcome" value="failed" data-testid="refuse">Refuse</button>
</fieldset>
</form>`;
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

function returnLink({ charge, merchant }: AuthorizationPage): Html {
  if (charge.returnUri === null) return html``;
  return html`<a class="button pay" href="${charge.returnUri}" data-testid="return">Return to ${merchant}</a>`;
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
