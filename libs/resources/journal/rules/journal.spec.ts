import fc from 'fast-check';
import type { Refund } from '../../refunds/rules/refund.js';
import { defaultBankAccount } from '../../recipients/rules/recipient.rules.js';
import {
  capturePosting,
  disputeLostPosting,
  disputeStartedPosting,
  disputeWonPosting,
  type Entry,
  isOnStatement,
  refundPosting,
  transactionOf,
  transferFailedPosting,
  transferPaidPosting,
  transferSentPosting,
} from './journal.js';

const NOW = new Date('2026-01-31T08:10:00Z');

const CHARGE = {
  id: 'chrg_test_0',
  accountId: 'account_0',
  livemode: false,
  fundingAmount: 100_000,
  fundingCurrency: 'THB',
  fees: { feeFlat: '0.0', feeRate: '3.65', vatRate: '7.0' },
  interestRate: '0.0',
  paidAt: new Date('2026-01-31T08:00:00Z'),
} as const;

const REFUND: Refund = {
  id: 'rfnd_test_0',
  accountId: 'account_0',
  livemode: false,
  chargeId: 'chrg_test_0',
  amount: 500,
  currency: 'MYR',
  fundingAmount: 3900,
  fundingCurrency: 'THB',
  voided: false,
  metadata: {},
  transactionId: 'trxn_test_1',
  createdAt: NOW,
};

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { amount }) => sum + amount, 0);

describe('the posting of a captured charge', () => {
  const posting = capturePosting(CHARGE, 'trxn_test_0', NOW, 'TH');

  it('splits the customer’s money into the fee, its VAT and the merchant’s net amount', () => {
    expect(posting.entries).toEqual([
      { ledger: 'customers', amount: -100_000 },
      { ledger: 'merchant', amount: 96_094 },
      { ledger: 'fees', amount: 3650 },
      { ledger: 'vat', amount: 256 },
    ]);
  });

  it('credits the net amount on the merchant’s statement', () => {
    expect(transactionOf(posting)).toMatchObject({
      id: 'trxn_test_0',
      accountId: 'account_0',
      livemode: false,
      key: 'charge.captured.net',
      direction: 'credit',
      amount: 96_094,
      currency: 'THB',
      origin: 'chrg_test_0',
      transferableAt: NOW,
      createdAt: NOW,
    });
  });

  it.each([
    ['TH', '2022-10-11T09:13:17Z', '2022-10-18T16:59:59Z'],
    ['TH', '2022-10-11T17:00:00Z', '2022-10-19T16:59:59Z'],
    ['SG', '2022-10-11T09:13:17Z', '2022-10-18T15:59:59Z'],
    ['JP', '2022-10-11T09:13:17Z', '2022-10-18T14:59:59Z'],
    ['NZ', '2022-10-11T09:13:17Z', '2022-10-18T23:59:59Z'],
  ])('delays live money to the last second of a day in %s: %s', (country, captured, transferable) => {
    const live = capturePosting({ ...CHARGE, livemode: true }, 'trxn_0', new Date(captured), country);
    expect(transactionOf(live).transferableAt).toEqual(new Date(transferable));
  });

  it('passes installment interest on to the bank, and keeps the VAT on it', () => {
    expect(capturePosting({ ...CHARGE, interestRate: '2.4' }, 'trxn_test_0', NOW, 'TH').entries).toEqual([
      { ledger: 'customers', amount: -100_000 },
      { ledger: 'merchant', amount: 93_526 },
      { ledger: 'fees', amount: 3650 },
      { ledger: 'vat', amount: 424 },
      { ledger: 'interest', amount: 2400 },
    ]);
  });

  it('omits entries of 0', () => {
    const free = { ...CHARGE, fees: { feeFlat: '0.0', feeRate: '0.0', vatRate: '0.0' } };
    expect(capturePosting(free, 'trxn_test_0', NOW, 'TH').entries.map(({ ledger }) => ledger)).toEqual([
      'customers',
      'merchant',
    ]);
  });
});

describe('the posting of a refund', () => {
  it('debits the merchant in the account’s currency; the gateway keeps its fee', () => {
    const posting = refundPosting(REFUND, CHARGE, 'TH');
    expect(posting.entries).toEqual([
      { ledger: 'merchant', amount: -3900 },
      { ledger: 'customers', amount: 3900 },
    ]);
    expect(transactionOf(posting)).toMatchObject({
      id: 'trxn_test_1',
      key: 'refund.refunded.debit',
      direction: 'debit',
      amount: 3900,
      currency: 'THB',
      origin: 'rfnd_test_0',
    });
  });

  it.each([true, false])(
    'returns the fee and its VAT for a void when live is %s, transferable when the captured money is',
    (livemode) => {
      const charge = { ...CHARGE, livemode, interestRate: '2.4' };
      const captured = capturePosting(charge, 'trxn_test_0', CHARGE.paidAt, 'TH');
      const posting = refundPosting(
        { ...REFUND, livemode, fundingAmount: 100_000, voided: true },
        charge,
        'TH',
      );
      expect(posting.entries).toEqual(
        captured.entries.map(({ ledger, amount }) => ({ ledger, amount: -amount })),
      );
      expect(transactionOf(posting)).toMatchObject({
        id: 'trxn_test_1',
        key: 'refund.voided.debit',
        direction: 'debit',
        amount: 93_526,
        origin: 'rfnd_test_0',
        createdAt: NOW,
        transferableAt: transactionOf(captured).transferableAt,
      });
    },
  );

  it('debits 0 if the amount is too small for the account’s currency', () => {
    const posting = refundPosting({ ...REFUND, fundingAmount: 0 }, CHARGE, 'TH');
    expect(posting.entries).toEqual([]);
    expect(transactionOf(posting)).toMatchObject({ direction: 'debit', amount: 0 });
  });
});

describe('the postings of a transfer', () => {
  const TRANSFER = {
    id: 'trsf_test_0',
    accountId: 'account_0',
    livemode: false,
    version: 0,
    state: 'sent',
    recipientId: 'recp_test_0',
    bankAccount: defaultBankAccount('TH', NOW),
    amount: 100_000,
    currency: 'THB' as const,
    fee: 2804,
    feeVat: 196,
    failFast: false,
    failureCode: null,
    metadata: {},
    deleted: false,
    dueAt: null,
    sentAt: NOW,
    paidAt: null,
    createdAt: NOW,
    transactions: [],
  };

  it('debit the merchant when it is sent; the gateway keeps its fee', () => {
    const posting = transferSentPosting(TRANSFER, 'trxn_test_4', NOW);
    expect(posting.entries).toEqual([
      { ledger: 'merchant', amount: -100_000 },
      { ledger: 'transfers', amount: 97_000 },
      { ledger: 'fees', amount: 2804 },
      { ledger: 'vat', amount: 196 },
    ]);
    expect(transactionOf(posting)).toMatchObject({
      key: 'transfer.sent.debit',
      direction: 'debit',
      amount: 100_000,
      origin: 'trsf_test_0',
    });
  });

  it('do not change the balance when it is paid', () => {
    const posting = transferPaidPosting(TRANSFER, 'trxn_test_5', NOW);
    expect([posting.key, posting.entries]).toEqual([
      null,
      [
        { ledger: 'transfers', amount: -97_000 },
        { ledger: 'recipients', amount: 97_000 },
      ],
    ]);
  });

  it('return amount and fee at once when it fails', () => {
    const posting = transferFailedPosting(TRANSFER, 'trxn_test_6', NOW);
    expect(posting.entries).toEqual([
      { ledger: 'transfers', amount: -97_000 },
      { ledger: 'fees', amount: -2804 },
      { ledger: 'vat', amount: -196 },
      { ledger: 'merchant', amount: 100_000 },
    ]);
    expect(transactionOf(posting)).toMatchObject({
      key: 'transfer.failed.credit',
      direction: 'credit',
      transferableAt: NOW,
    });
  });
});

describe('the postings of a dispute', () => {
  const DISPUTE = {
    id: 'dspt_test_0',
    accountId: 'account_0',
    livemode: false,
    fundingAmount: 90_000,
    fundingCurrency: 'THB',
  } as const;
  const origin = 'dspt_test_0';

  it('hold the merchant’s money when it is opened', () => {
    const posting = disputeStartedPosting(DISPUTE, 'trxn_test_2', NOW);
    expect(posting.entries).toEqual([
      { ledger: 'merchant', amount: -90_000 },
      { ledger: 'disputes', amount: 90_000 },
    ]);
    const transaction = {
      id: 'trxn_test_2',
      key: 'dispute.started.debit',
      direction: 'debit',
      amount: 90_000,
      currency: 'THB',
      origin,
    };
    expect(transactionOf(posting)).toMatchObject(transaction);
  });

  it('return it when the merchant wins', () => {
    const posting = disputeWonPosting(DISPUTE, 'trxn_test_3', NOW);
    expect(posting.entries).toEqual([
      { ledger: 'disputes', amount: -90_000 },
      { ledger: 'merchant', amount: 90_000 },
    ]);
    expect(transactionOf(posting)).toMatchObject({
      key: 'dispute.won.credit',
      direction: 'credit',
      amount: 90_000,
      origin,
    });
  });

  it('pay it to the customer when the merchant loses, without a line on the statement', () => {
    const posting = disputeLostPosting(DISPUTE, 'trxn_test_4', NOW);
    expect(posting.entries).toEqual([
      { ledger: 'disputes', amount: -90_000 },
      { ledger: 'customers', amount: 90_000 },
    ]);
    expect(isOnStatement(posting)).toBe(false);
  });
});

describe('a fee above the paid amount', () => {
  it('debits the merchant', () => {
    const dear = { ...CHARGE, fundingAmount: 100, fees: { feeFlat: '2.0', feeRate: '0.0', vatRate: '0.0' } };
    expect(transactionOf(capturePosting(dear, 'trxn_test_0', NOW, 'TH'))).toMatchObject({
      direction: 'debit',
      amount: 100,
    });
  });
});

it('the entries of every posting add up to 0, and its transaction matches the merchant’s entry', () => {
  const rate = fc
    .integer({ min: 0, max: 9999 })
    .map((percent) => `${Math.floor(percent / 100)}.${percent % 100}`);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      rate,
      rate,
      rate,
      fc.boolean(),
      (fundingAmount, feeRate, vatRate, interestRate, voided) => {
        const charge = { ...CHARGE, fundingAmount, fees: { feeFlat: '0.0', feeRate, vatRate }, interestRate };
        const refund = refundPosting({ ...REFUND, fundingAmount, voided }, charge, 'TH');
        for (const posting of [capturePosting(charge, 'trxn_test_0', NOW, 'TH'), refund]) {
          const { direction, amount } = transactionOf(posting);
          expect(sumOf(posting.entries)).toBe(0);
          expect(direction === 'debit' ? 0 - amount : amount).toBe(
            sumOf(posting.entries.filter(({ ledger }) => ledger === 'merchant')),
          );
        }
      },
    ),
  );
});
