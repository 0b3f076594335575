import type { Charge } from '#domain/charges/charge.js';
import { authorize, decline, timeOut } from '#domain/charges/charge.machine.js';
import type { PaymentMethod } from '#domain/payment-methods/payment-method.js';
import { PAYMENT_METHODS } from '#domain/payment-methods/registry.js';
import { refundabilityOf } from '#domain/refunds/refund.rules.js';
import { checkSourceRequest } from '#domain/sources/source.rules.js';
import type { Source } from '#domain/sources/source.js';
import { exampleCard } from '#domain/test/examples.js';
import { sourceOf } from '#domain/test/source-of.js';
import { exampleAccount } from '../accounts/test/example-account.js';
import type { SourceInstrument } from './charge.instruments.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { beginPayment, pendingCharge, type ChargeTerms } from './new-charge.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const LATER = new Date('2026-01-31T08:01:00Z');
const TRANSACTION = 'trxn_test_0';
const METHODS: [string, PaymentMethod][] = PAYMENT_METHODS.map((method) => [method.type, method]);

/** A source of the method, with the card that pays where the method is paid by card. */
function instrumentOf(method: PaymentMethod): SourceInstrument {
  const checked = checkSourceRequest(sourceOf(method), exampleAccount);
  if ('problems' in checked) throw new Error(checked.problems.join());
  const { method: _, ...terms } = checked.terms;
  const source: Source = {
    ...{ id: 'src_test_0', accountId: 'account_0', livemode: false, ip: null },
    ...terms,
    type: method.type,
    createdAt: NOW,
  };
  return { kind: 'source', source, isNew: true, paidBy: method.isPaidByCard ? { kind: 'card', card: exampleCard, token: null } : null };
}

function chargeOf(method: PaymentMethod, terms: Partial<ChargeTerms> = {}, account = exampleAccount): Charge {
  const instrument = instrumentOf(method);
  const pending = pendingCharge(account, false, instrument, { metadata: {}, ...terms }, NOW);
  return { ...pending, ...beginPayment(account, pending, instrument, NOW, undefined) };
}

function viewOf(method: PaymentMethod, charge: Charge, now = NOW): ChargeView {
  const { source, paidBy } = instrumentOf(method);
  return chargeView({ charge, source, card: paidBy?.card ?? null, refunds: [], dispute: null }, { ...exampleAccount, now });
}

describe.each(METHODS)('a new charge of %s', (type, method) => {
  const charge = chargeOf(method);
  const view = viewOf(method, charge);

  it('waits for its customer as long as the method says', () => {
    expect(charge).toMatchObject({ status: 'pending', authorizedAt: null, settlesAs: null, failureCode: null });
    expect(charge.expiresAt.getTime() - charge.createdAt.getTime()).toBe(method.expiresAfterMs);
    expect(view).toMatchObject({ status: 'pending', source: { type, flow: method.flow, charge_status: 'pending' } });
    expect(view.source_of_fund).toBe(method.flow === 'offline' ? 'offline' : 'offsite');
  });

  it('has a page, a card, a code and references where the method has them', () => {
    expect(view.authorize_uri).toEqual(
      method.hasPage ? expect.stringMatching(/^http:\/\/pay\.example\/payments\/pay2_test_\w+\/authorize$/) : null,
    );
    expect(view.card).toEqual(method.isPaidByCard ? expect.objectContaining({ last_digits: '4242' }) : null);
    const isBill = method.references === 'bill';
    const number = expect.stringMatching(/^\d{12}$/) as string;
    const numbers = { reference_number_1: number, reference_number_2: number };
    const noNumbers = { reference_number_1: null, reference_number_2: null };
    const code =
      method.code && expect.stringMatching(/^http:\/\/api\.example\/charges\/chrg_test_\w+\/documents\/docu_test_\w+\/downloads\/\w{16}$/);
    expect(view.source?.scannable_code).toEqual(
      method.code && !isBill ? expect.objectContaining({ image: expect.objectContaining({ download_uri: code }) as object }) : null,
    );
    expect(view.source?.provider_references).toEqual(method.references === 'provider' ? numbers : null);
    expect(view.source?.references).toEqual(
      isBill || method.references === 'terminal'
        ? expect.objectContaining({ expires_at: view.expires_at, barcode: code, ...(isBill ? numbers : noNumbers) })
        : null,
    );
  });

  it('costs the fees of the method', () => {
    const { feeFlat, feeRate, vatRate } = method.fees;
    expect(view.transaction_fees).toEqual({ fee_flat: feeFlat, fee_rate: feeRate, vat_rate: vatRate });
    expect(view.net + view.fee + view.fee_vat + view.interest + view.interest_vat).toBe(view.funding_amount);
  });

  it('is paid, refused or expired', () => {
    const paid = { ...charge, ...authorize(charge, LATER, TRANSACTION) };
    expect(viewOf(method, paid)).toMatchObject({
      ...{ status: 'successful', paid: true, transaction: TRANSACTION, failure_code: null },
      source: { charge_status: 'successful' },
    });
    const refused = { ...charge, ...decline(charge, LATER, 'payment_rejected') };
    expect(viewOf(method, refused)).toMatchObject({
      ...{ status: 'failed', paid: false, failure_code: 'payment_rejected' },
      source: { charge_status: 'failed' },
    });
    expect(timeOut(charge, new Date(charge.expiresAt.getTime() - 1))).toBeUndefined();
    const forgotten = { ...charge, ...timeOut(charge, charge.expiresAt)?.patch };
    expect(viewOf(method, forgotten)).toMatchObject({
      ...{ status: 'expired', expired: true, failure_code: 'payment_expired' },
      source: { charge_status: 'expired' },
    });
  });

  it('is captured later only where the method can wait', () => {
    const { capture, capturedAmount } = chargeOf(method, { capture: false });
    expect({ capture, capturedAmount }).toEqual({
      capture: !method.manualCapture,
      capturedAmount: method.manualCapture ? 0 : charge.amount,
    });
  });

  it('is refunded as the method allows once it is paid', () => {
    const { source } = instrumentOf(method);
    const paid = { ...charge, ...authorize(charge, LATER, TRANSACTION) };
    const refunds = refundabilityOf({ charge: paid, source, card: null, dispute: null }, LATER);
    const { refunds: allowed, voidable } = method;
    expect(refunds).toEqual(
      allowed ? { remaining: charge.amount, partial: allowed.partial, voidable } : { refusal: `${type} does not support refunds` },
    );
    expect(viewOf(method, paid, LATER)).toMatchObject({
      ...{ refundable: allowed !== null, partially_refundable: allowed?.partial ?? false, can_perform_void: allowed !== null && voidable },
    });
  });

  it('is settled at once where the account approves by itself', () => {
    // The example's card is good until the end of the month.
    expect(chargeOf(method, {}, { ...exampleAccount, autoApprove: true })).toMatchObject({
      status: 'pending',
      settlesAs: 'successful',
      settlesAt: NOW,
    });
  });
});
