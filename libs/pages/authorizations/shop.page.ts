import { phaseOf } from '#resources/charges/rules/charge.js';
import { html } from '../kit/html.js';
import { page, type Page } from '../kit/page.js';
import type { Texts } from '../kit/texts/texts.js';
import { chargeControls } from '../payments/charge-controls.js';
import { endedPart } from '../payments/payment-progress.js';
import type { AuthorizationPage } from './authorization.page.js';

/**
 * The page of a shop that is not there: which order it would show, and how its payment ended where that is
 * known.
 */
export function shopPage(
  order: string,
  payment: AuthorizationPage | undefined,
  texts: Texts,
  consoleUrl: string | undefined,
): Page {
  const { purpose, title, note } = texts.shop;
  const phase = payment && phaseOf(payment.charge);
  return page(
    {
      title: title(order),
      purpose,
      ...(payment && {
        livemode: payment.charge.livemode,
        controls: chargeControls(payment.charge, texts, consoleUrl),
      }),
    },
    [
      html`<h1 data-testid="shop">${title(order)}</h1>`,
      ...(payment && phase && phase !== 'awaiting_customer' ? [endedPart(payment.charge, phase, texts)] : []),
      html`<p class="note" data-testid="note">${note}</p>`,
    ],
    texts,
  );
}
