import { formatMoney, type Currency } from '#kernel/money.js';
import type { Card } from '#resources/cards/rules/card.js';
import type { LoadedCharge } from '#resources/charges/charge.row.js';
import { instalmentsOf } from '#resources/charges/rules/instalments.js';
import { paymentMethodOf } from '#resources/payment-methods/rules/registry.js';
import { html, type Html } from '../kit/html.js';
import { expiryRow, type Moment } from '../kit/page.parts.js';
import type { Texts } from '../kit/texts/texts.js';

type ShownPayment = Pick<LoadedCharge, 'charge' | 'source' | 'card'>;

/** How a payment is made: method, bank, plan of installments, numbers for the payment. */
export function paymentRows(payment: ShownPayment, texts: Texts): Html[] {
  const { charge, source, card } = payment;
  const { payment: words, paying } = texts;
  const label = card && !source ? words.card : words.method;
  const bank = source && paymentMethodOf(source.type).banks.find(({ code }) => code === source.details.bank);
  return [
    html`<dt>${label}</dt><dd data-testid="method">${methodName(payment, texts)}</dd>`,
    ...(bank ? [html`<dt>${paying.fields.bank}</dt><dd data-testid="bank">${bank.name}</dd>`] : []),
    ...(source ? planRows(source, charge, texts) : []),
    ...charge.providerReferences.map(
      (reference, index) =>
        html`<dt>${words.reference(index + 1)}</dt><dd data-testid="reference">${reference}</dd>`,
    ),
  ];
}

/** When a waiting payment expires, and in live mode its id. */
export function waitingRows(charge: LoadedCharge['charge'], moment: Moment, texts: Texts): Html[] {
  return [expiryRow(charge.expiresAt, moment, texts), ...(charge.livemode ? [chargeRow(charge, texts)] : [])];
}

export function chargeRow({ id }: Pick<LoadedCharge['charge'], 'id'>, { payment }: Texts): Html {
  return html`<dt>${payment.charge}</dt><dd><code data-testid="charge">${id}</code></dd>`;
}

/** What the customer keeps of an ended payment. */
export function receiptRow({ id, livemode }: LoadedCharge['charge'], { payment }: Texts): Html {
  const code = livemode ? html`<code data-testid="charge">${id}</code>` : html`<code>${id}</code>`;
  return html`<dt>${payment.receipt}</dt><dd class="kept" data-testid="receipt">${code}</dd>`;
}

/** The name of the payment method that customers know. */
export function methodName({ source, card }: Omit<ShownPayment, 'charge'>, { payment }: Texts): string {
  const method = source && paymentMethodOf(source.type);
  const names = [method && payment.methods[method.titleKind](method.title), card && cardName(card)];
  return names.filter((name) => name !== null).join(', ');
}

export function cardName({ brand, lastDigits }: Card): string {
  return `${brand} •••• ${lastDigits}`;
}

/** `6 months × THB 1,000.00`. */
export function planOf(
  term: number,
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  { payment }: Texts,
): string {
  return payment.plan(String(term), formatMoney(instalmentsOf(amount, term).each, currency));
}

function planRows(
  { installmentTerm, zeroInterestInstallments }: NonNullable<LoadedCharge['source']>,
  charge: LoadedCharge['charge'],
  texts: Texts,
): Html[] {
  if (installmentTerm === null) return [];
  const { interest, interestOf, lastInstalment } = texts.payment;
  const { each, last } = instalmentsOf(charge.amount, installmentTerm);
  const plan = planOf(installmentTerm, charge, texts);
  const rest = last === each ? '' : ` (${lastInstalment(formatMoney(last, charge.currency))})`;
  const payer = zeroInterestInstallments ? interestOf.merchant : interestOf.customer;
  return [
    html`<dt>${texts.paying.fields.installment_term}</dt><dd data-testid="term">${plan}${rest}</dd>`,
    html`<dt>${interest}</dt><dd data-testid="interest">${payer}</dd>`,
  ];
}
