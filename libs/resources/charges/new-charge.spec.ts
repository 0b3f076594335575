import { holdsCardNumber } from '#kernel/card-numbers-in-text.js';
import { exampleAccount } from '#engine/accounts/test/example-account.js';
import type { PaymentMethod } from '../payment-methods/rules/payment-method.js';
import { PAYMENT_METHODS } from '../payment-methods/rules/registry.js';
import { refundabilityOf } from '../refunds/rules/refund.rules.js';
import { checkSourceRequest } from '../sources/rules/source.rules.js';
import type { Source } from '../sources/rules/source.js';
import { exampleCard } from '../test/examples.js';
import { sourceOf } from '../test/source-of.js';
import type { Charge } from './rules/charge.js';
import { authorizeNewCharge } from './rules/authorization.js';
import { authorize, decline, timeOut } from './rules/charge.machine.js';
import { NO_INSTRUMENT, type Instrument } from './charge.instruments.js';
import { chargeView, type ChargeView } from './charge.view.js';
import { newCharge, type ChargeParameters } from './new-charge.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const LATER = new Date('2026-01-31T08:01:00Z');
const TRANSACTION = 'trxn_test_0';
const METHODS: [string, PaymentMethod][] = PAYMENT_METHODS.map((method) => [method.type, method]);

/** A new source of the method. Its card if it is paid by card. */
function instrumentOf(method: PaymentMethod): Instrument & { readonly source: Source } {
  const checked = checkSourceRequest(sourceOf(method), exampleAccount);
  if ('problems' in checked) throw new Error(checked.problems.join());
  const { method: _, ...rest } = checked.source;
  const source: Source = {
    id: 'src_test_0',
    accountId: 'account_0',
    livemode: false,
    ip: null,
    ...rest,
    type: method.type,
    createdAt: NOW,
  };
  return { ...NO_INSTRUMENT, source, isNewSource: true, card: method.isPaidByCard ? exampleCard : null };
}

function chargeOf(
  method: PaymentMethod,
  parameters: Partial<ChargeParameters> = {},
  account = exampleAccount,
): Charge {
  const instrument = instrumentOf(method);
  const charge = newCharge(account, false, instrument, { metadata: {}, ...parameters }, NOW);
  return { ...charge, ...authorizeNewCharge(charge, instrument.card, account, NOW, TRANSACTION) };
}

function viewOf(method: PaymentMethod, charge: Charge, now = NOW): ChargeView {
  const { source, card } = instrumentOf(method);
  return chargeView({ charge, source, card, refunds: [], dispute: null }, { ...exampleAccount, now });
}

describe.each(METHODS)('a new charge of %s', (type, method) => {
  const charge = chargeOf(method);
  const view = viewOf(method, charge);

  it('waits for the customer for the time of its payment method', () => {
    expect(charge).toMatchObject({
      status: 'pending',
      authorizedAt: null,
      settlesAs: null,
      failureCode: null,
    });
    expect(charge.expiresAt.getTime() - charge.createdAt.getTime()).toBe(method.expiresAfterMs);
    expect(view).toMatchObject({
      status: 'pending',
      source: { type, flow: method.flow, charge_status: 'pending' },
    });
    expect(view.source_of_fund).toBe(method.flow === 'offline' ? 'offline' : 'offsite');
  });

  it('has the page, card, code and references of its payment method', () => {
    const page = expect.stringMatching(
      method.flow === 'offline'
        ? /^http:\/\/pay\.example\/payments\/pay2_test_\w+\/authorize\?acs=false$/
        : /^http:\/\/pay\.example\/payments\/pay2_test_\w+\/authorize$/,
    ) as string;
    expect(view.authorize_uri).toEqual(method.hasPage ? page : null);
    const returning = viewOf(method, chargeOf(method, { return_uri: 'https://shop.example/' }));
    expect(returning.authorize_uri).toEqual(page);
    expect(view.card).toEqual(method.isPaidByCard ? expect.objectContaining({ last_digits: '4242' }) : null);
    const isBill = method.references === 'bill';
    const number = expect.stringMatching(isBill ? /^\d{18}$/ : /^\d{12}$/) as string;
    const numbers = { reference_number_1: number, reference_number_2: number };
    const noNumbers = { reference_number_1: null, reference_number_2: null };
    const code =
      method.code &&
      expect.stringMatching(
        /^http:\/\/api\.example\/charges\/chrg_test_\w+\/documents\/docu_test_\w+\/downloads\/\w{16}$/,
      );
    expect(view.source?.scannable_code).toEqual(
      method.code && !isBill
        ? expect.objectContaining({ image: expect.objectContaining({ download_uri: code }) as object })
        : null,
    );
    expect(view.source?.provider_references).toEqual(
      method.references === 'code'
        ? {
            reference_number_1: expect.stringMatching(/^\d{19}$/) as string,
            reference_number_2: null,
            buyer_name: null,
          }
        : method.references === 'provider'
          ? numbers
          : null,
    );
    expect(charge.providerReferences.filter(holdsCardNumber)).toEqual([]);
    expect(view.source?.references).toEqual(
      isBill || method.references === 'terminal'
        ? expect.objectContaining({
            expires_at: view.expires_at,
            barcode: code,
            ...(isBill ? numbers : noNumbers),
          })
        : null,
    );
  });

  it('costs the fees of its payment method', () => {
    const { feeFlat, feeRate, vatRate } = method.fees;
    expect(view.transaction_fees).toEqual({ fee_flat: feeFlat, fee_rate: feeRate, vat_rate: vatRate });
    expect(view.net + view.fee + view.fee_vat + view.interest + view.interest_vat).toBe(view.funding_amount);
  });

  it('can be paid, declined or expired', () => {
    const paid = { ...charge, ...authorize(charge, LATER, TRANSACTION) };
    expect(viewOf(method, paid)).toMatchObject({
      status: 'successful',
      paid: true,
      transaction: TRANSACTION,
      failure_code: null,
      source: { charge_status: 'successful' },
    });
    const refused = { ...charge, ...decline(charge, LATER, 'payment_rejected') };
    expect(viewOf(method, refused)).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: 'payment_rejected',
      source: { charge_status: 'failed' },
    });
    expect(timeOut(charge, new Date(charge.expiresAt.getTime() - 1))).toBeUndefined();
    const forgotten = { ...charge, ...timeOut(charge, charge.expiresAt)?.patch };
    expect(viewOf(method, forgotten)).toMatchObject({
      status: 'expired',
      expired: true,
      failure_code: 'payment_expired',
      source: { charge_status: 'expired' },
    });
  });

  it('can be captured later only if its payment method allows it', () => {
    const { capture, capturedAmount } = chargeOf(method, { capture: false });
    expect({ capture, capturedAmount }).toEqual({
      capture: !method.manualCapture,
      capturedAmount: method.manualCapture ? 0 : charge.amount,
    });
  });

  it('can be refunded as its payment method allows', () => {
    const { source } = instrumentOf(method);
    const paid = { ...charge, ...authorize(charge, LATER, TRANSACTION) };
    const refunds = refundabilityOf({ charge: paid, source, card: null, dispute: null }, LATER);
    const { refunds: allowed, voidable } = method;
    expect(refunds).toEqual(
      allowed
        ? { remaining: charge.amount, partial: allowed.partial, voidable }
        : { refusal: `${type} does not support refunds` },
    );
    expect(viewOf(method, paid, LATER)).toMatchObject({
      refundable: allowed !== null,
      partially_refundable: allowed?.partial ?? false,
      can_perform_void: allowed !== null && voidable,
    });
  });

  it('is settled at once by auto-approve', () => {
    expect(chargeOf(method, {}, { ...exampleAccount, autoApprove: true })).toMatchObject({
      status: 'pending',
      settlesAs: 'successful',
      settlesAt: NOW,
    });
  });
});
