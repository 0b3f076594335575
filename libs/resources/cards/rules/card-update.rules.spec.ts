import { checkCardUpdate, type CardUpdate } from './card-update.rules.js';
import type { Card } from './card.js';

const NOW = new Date('2026-03-15T00:00:00Z');

const CARD: Card = {
  id: 'card_test_1',
  accountId: '1',
  livemode: false,
  version: 1,
  customerId: 'cust_test_1',
  attachedAt: NOW,
  deleted: false,
  name: 'Somchai Example',
  brand: 'Visa',
  bank: '',
  financing: '',
  country: 'th',
  fingerprint: '',
  firstDigits: '424242',
  lastDigits: '4242',
  expirationMonth: 2,
  expirationYear: 2026,
  securityCodeCheck: true,
  tokenizationMethod: null,
  outcome: 'successful',
  street1: '1 Road',
  street2: null,
  city: 'Bangkok',
  state: null,
  postalCode: '10320',
  phoneNumber: '021234567',
  hasEmail: true,
  createdAt: NOW,
};

const updated = (update: CardUpdate): unknown => {
  const checked = checkCardUpdate(CARD, update, NOW);
  return 'problems' in checked ? checked.problems : checked.card;
};

describe('an update of a saved card', () => {
  it('leaves missing fields unchanged, even a past expiry date', () => {
    expect(updated({})).toEqual(CARD);
    expect(updated({ name: ' Jane ' })).toEqual({ ...CARD, name: 'Jane' });
  });

  it('changes every text, and month or year alone', () => {
    const texts = { street1: '2 Road', street2: 'Floor 3', city: 'Chiang Mai', state: 'North' };
    expect(updated({ ...texts, postal_code: 50000, phone_number: '0', country: 'JP' })).toEqual({
      ...CARD,
      ...texts,
      postalCode: '50000',
      phoneNumber: '0',
      country: 'jp',
    });
    expect(updated({ expiration_month: '04' })).toEqual({ ...CARD, expirationMonth: 4 });
    expect(updated({ expiration_year: '27' })).toEqual({ ...CARD, expirationYear: 2027 });
  });

  it('clears the address and the phone number, and resets the country to the issuer’s', () => {
    const blank = { street1: '', city: null, postal_code: ' ', phone_number: '', country: '' };
    const cleared = { street1: null, city: null, postalCode: null, phoneNumber: null, country: 'us' };
    expect(updated(blank)).toEqual({ ...CARD, ...cleared });
  });

  it('ignores an empty name or date', () => {
    expect(updated({ name: ' ' })).toEqual(CARD);
    expect(updated({ expiration_month: '', expiration_year: null, name: 'Jane' })).toEqual({
      ...CARD,
      name: 'Jane',
    });
  });

  it.each<[CardUpdate, string[]]>([
    [{ expiration_month: 3, expiration_year: 2025 }, ['expiration date cannot be in the past']],
    [{ expiration_month: 1 }, ['expiration date cannot be in the past']],
    [
      { expiration_month: 13, expiration_year: 'soon' },
      [
        'expiration month is not between 1 and 12',
        'expiration year is invalid',
        'expiration date is invalid',
      ],
    ],
    [{ expiration_month: [4] }, ['expiration month is not between 1 and 12', 'expiration date is invalid']],
    [{ name: '4242 4242 4242 4242' }, ['name is invalid']],
    [{ city: { a: 1 } }, ['city is invalid']],
    [{ street1: 'x'.repeat(256) }, ['street1 is too long (maximum is 255 characters)']],
    [{ country: 'Thailand' }, ['country is invalid']],
  ])('rejects %j', (update, problems) => {
    expect(updated(update)).toEqual(problems);
  });
});
