import { checkCardRequest, checkExpiration, textOf, textProblems, type CardRequest } from './card.rules.js';

const NOW = new Date('2026-11-21T08:15:00Z');
const GOOD: CardRequest = {
  number: '4242424242424242',
  name: 'Somchai Example',
  expiration_month: '9',
  expiration_year: '27',
};

function problemsOf(request: CardRequest): string[] {
  const checked = checkCardRequest(request, NOW);
  return 'problems' in checked ? checked.problems : [];
}

function factsOf(request: CardRequest): object {
  const checked = checkCardRequest({ ...GOOD, ...request }, NOW);
  return 'facts' in checked ? checked.facts : checked;
}

describe('a card', () => {
  it('requires number, name and expiry date, and stores no number', () => {
    expect(checkCardRequest(GOOD, NOW)).toEqual({
      number: '4242424242424242',
      facts: {
        name: 'Somchai Example',
        brand: 'Visa',
        bank: 'JPMORGAN CHASE BANK N.A.',
        financing: 'credit',
        country: 'us',
        firstDigits: '424242',
        lastDigits: '4242',
        expirationMonth: 9,
        expirationYear: 2027,
        securityCodeCheck: false,
        tokenizationMethod: null,
        outcome: 'successful',
        street1: null,
        street2: null,
        city: null,
        state: null,
        postalCode: null,
        phoneNumber: null,
        hasEmail: false,
      },
    });
  });

  it('stores trimmed address and phone number', () => {
    const address = {
      street1: ' 1 Silom Road ',
      street2: '',
      city: 'Bangkok',
      state: '  ',
      postal_code: 10320,
      phone_number: '+66 81 234 5678',
      email: 'somchai@shop.example',
    };
    expect(factsOf(address)).toMatchObject({
      street1: '1 Silom Road',
      street2: null,
      city: 'Bangkok',
      state: null,
      postalCode: '10320',
      phoneNumber: '+66 81 234 5678',
      hasEmail: true,
    });
  });

  it('has the sent country, or else its issuer’s', () => {
    expect(factsOf({ country: 'TH' })).toMatchObject({ country: 'th' });
    expect(factsOf({ country: '' })).toMatchObject({ country: 'us' });
    expect(factsOf({ number: '4000000000000002' })).toMatchObject({ country: '', bank: '', financing: '' });
  });

  it.each([
    ['4242424242424242', '123', true],
    ['4242424242424242', '1234', true],
    ['4242424242424242', 123, true],
    ['4242424242424242', undefined, false],
    ['4242424242424242', '', false],
    ['4111111111160001', '123', false],
    ['4111111111140011', '123', true],
  ])('of number %s and security code %p has a check of %p', (number, code, check) => {
    expect(factsOf({ number, security_code: code })).toMatchObject({ securityCodeCheck: check });
  });

  it('is rejected with all problems, in the recorded order', () => {
    expect(problemsOf({})).toEqual([
      "expiration month can't be blank",
      'expiration month is not between 1 and 12',
      "name can't be blank",
      "expiration year can't be blank",
      "number can't be blank",
      'brand not supported (unknown)',
    ]);
    expect(problemsOf({ expiration_month: 13, expiration_year: 'x', number: 'x' })).toEqual([
      'expiration month is not between 1 and 12',
      "name can't be blank",
      'expiration year is invalid',
      'expiration date is invalid',
      'number is invalid',
      'brand not supported (unknown)',
    ]);
    expect(
      problemsOf({
        ...GOOD,
        expiration_year: 25,
        number: '4242',
        security_code: 'x',
        city: ['Bangkok'],
        country: 'THA',
      }),
    ).toEqual([
      'expiration date cannot be in the past',
      'number is invalid',
      'security code is invalid',
      'city is invalid',
      'country is invalid',
    ]);
  });

  it.each([
    [{ number: '4242424242424241' }, ['number is invalid']],
    [{ number: '5018000000000009' }, ['number is invalid', 'brand not supported (unknown)']],
    [{ number: {} }, ["number can't be blank", 'brand not supported (unknown)']],
    [{ number: ['4242424242424242'] }, ['number is invalid', 'brand not supported (unknown)']],
    [{ name: '  ' }, ["name can't be blank"]],
    [{ name: null }, ["name can't be blank"]],
    [{ name: ['x'] }, ['name is invalid']],
    [{ name: true }, ['name is invalid']],
    [{ name: 'x'.repeat(256) }, ['name is too long (maximum is 255 characters)']],
    [{ name: 'Somchai 4242 4242 4242 4242' }, ['name is invalid']],
    [{ name: 4242424242424242 }, ['name is invalid']],
    [{ postal_code: '4242-4242-4242-4242' }, ['postal code is invalid']],
    [{ phone_number: '4242424242424242' }, ['phone number is invalid']],
    [{ street1: 'x'.repeat(256) }, ['street1 is too long (maximum is 255 characters)']],
    [{ country: 'T1' }, ['country is invalid']],
    [{ security_code: '12' }, ['security code is invalid']],
    [{ security_code: '12345' }, ['security code is invalid']],
    [{ security_code: '١٢٣' }, ['security code is invalid']],
    [{ security_code: ['123'] }, ['security code is invalid']],
    [{ security_code: -123 }, ['security code is invalid']],
  ])('with %j is rejected', (change, problems) => {
    expect(problemsOf({ ...GOOD, ...change })).toEqual(problems);
  });

  it('may have a name of 255 characters', () => {
    expect(problemsOf({ ...GOOD, name: 'x'.repeat(255) })).toEqual([]);
  });
});

describe('an expiry date', () => {
  const check = (month: unknown, year: unknown): unknown =>
    checkExpiration({ expiration_month: month, expiration_year: year }, NOW);

  it.each([
    ['1', '27', 1, 2027],
    ['01', '2027', 1, 2027],
    [12, 2040, 12, 2040],
    [12, 40, 12, 2040],
    [' 12 ', ' 2040 ', 12, 2040],
    [12, 99, 12, 2099],
    [12, 9999, 12, 9999],
  ])('of %p and %p is read', (sentMonth, sentYear, month, year) => {
    expect(check(sentMonth, sentYear)).toEqual({ month, year });
  });

  it.each([0, 13, '00', '1x', '1.5', 1.5, '001', -1, 'May', ['12'], true, 1e30])(
    'has no month %p',
    (month) => {
      expect(check(month, 2040)).toEqual({
        problems: ['expiration month is not between 1 and 12', 'expiration date is invalid'],
      });
    },
  );

  it.each(['x', 5, '205', '20400', '2040.5', -40, [2040], true, '２０４０'])('has no year %p', (year) => {
    expect(check(12, year)).toEqual({ problems: ['expiration year is invalid'] });
  });

  it('is valid until the end of its month in UTC', () => {
    const at = (now: string): unknown =>
      checkExpiration({ expiration_month: 2, expiration_year: 2028 }, new Date(now));
    expect(at('2028-02-29T23:59:59.999Z')).toEqual({ month: 2, year: 2028 });
    expect(at('2028-03-01T00:00:00.000Z')).toEqual({ problems: ['expiration date cannot be in the past'] });
    expect(check(12, '0001')).toEqual({ problems: ['expiration date cannot be in the past'] });
  });

  it('keeps a part that is not sent', () => {
    const present = { month: 3, year: 2027 };
    expect(checkExpiration({ expiration_month: 4 }, NOW, present)).toEqual({ month: 4, year: 2027 });
    expect(checkExpiration({ expiration_year: '30', expiration_month: '' }, NOW, present)).toEqual({
      month: 3,
      year: 2030,
    });
    expect(checkExpiration({ expiration_year: 2026 }, NOW, present)).toEqual({
      problems: ['expiration date cannot be in the past'],
    });
    expect(checkExpiration({ expiration_month: 'x' }, NOW, present)).toEqual({
      problems: ['expiration month is not between 1 and 12', 'expiration date is invalid'],
    });
  });
});

describe('texts', () => {
  it('are not validated if missing or empty', () => {
    expect(
      textProblems({ name: '', city: null, state: {}, street1: undefined, street2: [], postal_code: [''] }),
    ).toEqual([]);
  });

  it('are parsed from texts, and from numbers without lost digits', () => {
    expect([' a ', '', ' ', 0, 10320, 1.5, 2 ** 53, true, [], {}, null, undefined].map(textOf)).toEqual([
      'a',
      null,
      null,
      '0',
      '10320',
      '1.5',
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
