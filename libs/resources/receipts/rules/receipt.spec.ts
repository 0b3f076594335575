import { dayOfReceipt, receiptOf } from './receipt.js';

const shop = { publicId: 'shop', livemode: false };
const fees = {
  day: '2026-01-31',
  currency: 'THB',
  place: 1,
  chargeFee: 100,
  transferFee: 0,
  voidedFee: 0,
  vat: 7,
} as const;

describe('a receipt', () => {
  it.each([
    ['TH', '2026-01-31T17:00:00.000Z'],
    ['JP', '2026-01-31T15:00:00.000Z'],
    ['US', '2026-02-01T00:00:00.000Z'],
  ])('is created at the end of its day in %s', (country, midnight) => {
    expect(receiptOf(shop, country, fees).createdAt.toISOString()).toBe(midnight);
  });

  it('has a unique id for each account, mode, day and currency, which contains the day', () => {
    const live = { ...shop, livemode: true };
    const ids = [
      receiptOf(shop, 'TH', fees).id,
      receiptOf(live, 'TH', fees).id,
      receiptOf({ ...shop, publicId: 'other' }, 'TH', fees).id,
      receiptOf(shop, 'TH', { ...fees, currency: 'JPY' }).id,
      receiptOf(shop, 'TH', { ...fees, day: '2026-02-01' }).id,
    ];
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^rcpt_[0-9a-z]{19}$/);
    expect(ids.map((id) => dayOfReceipt(id))).toEqual([...Array<string>(4).fill('2026-01-31'), '2026-02-01']);
  });

  it.each(['rcpt_', 'rcpt_60aaaaaaaaaaaaaazzzzz', 'chrg_test_60aaaaaaaaaaaaaaaa1'])(
    'cannot have the id %s',
    (id) => {
      expect(dayOfReceipt(id)).toBeUndefined();
    },
  );
});
