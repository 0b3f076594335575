import { checkTokenizationRequest, type TokenizationRequest } from './tokenization.rules.js';

const NOW = new Date('2026-01-31T08:00:00Z');
const GOOGLE: TokenizationRequest = { method: 'googlepay', data: 'anything' };

function factsOf(request: TokenizationRequest): { number: string; facts: object } {
  const checked = checkTokenizationRequest({ ...GOOGLE, ...request }, NOW);
  if ('problems' in checked) throw new Error(checked.problems.join());
  return checked;
}

function problemsOf(request: TokenizationRequest): string[] {
  const checked = checkTokenizationRequest({ ...GOOGLE, ...request }, NOW);
  return 'problems' in checked ? checked.problems : [];
}

describe('a wallet’s card', () => {
  it.each([
    ['anything'],
    ['{}'],
    ['[1]'],
    ['null'],
    ['"4111111111111111"'],
    ['4111111111111111'],
    [1042],
    ['{"signature":"MEQ","protocolVersion":"ECv1","signedMessage":"{}"}'],
    ['{"data":"NTQC","header":{"number":"4111111111111111"},"version":"EC_v1"}'],
  ])('is the successful test card for any wallet data: %s', (data) => {
    expect(factsOf({ data })).toMatchObject({
      number: '4242424242424242',
      facts: { lastDigits: '4242', outcome: 'successful' },
    });
  });

  it.each([
    ['5555555555554444', 'MasterCard', 'successful'],
    ['4111 1111 1114 0011', 'Visa', 'insufficient_fund'],
    [378282246310005, 'American Express', 'successful'],
  ])('is the test card named in the data: %s', (number, brand, outcome) => {
    expect(factsOf({ data: JSON.stringify({ number }) }).facts).toMatchObject({
      brand,
      outcome,
      tokenizationMethod: 'googlepay',
    });
  });

  it('is never a real card, and errors do not repeat its number', () => {
    const problem = 'tokenization data must name a test card as its number';
    for (const number of ['4539148803436467', '4242424242424241', '', null, {}, '42']) {
      expect(problemsOf({ data: JSON.stringify({ number }) })).toEqual([problem]);
    }
  });

  it('is valid for years, and has the wallet’s name and address', () => {
    expect(factsOf({}).facts).toMatchObject({
      name: 'Google Pay',
      expirationMonth: 12,
      expirationYear: 2031,
      securityCodeCheck: false,
    });
    const told = {
      billing_name: 'John Doe',
      billing_street1: '1 Road',
      billing_city: 'Bangkok',
      billing_country: 'TH',
    };
    const more = {
      billing_state: 'BKK',
      billing_postal_code: '10320',
      billing_phone_number: '0812345678',
      billing_street2: '2',
    };
    expect(factsOf({ ...told, ...more, method: 'applepay' }).facts).toMatchObject({
      name: 'John Doe',
      street1: '1 Road',
      street2: '2',
      city: 'Bangkok',
      state: 'BKK',
      postalCode: '10320',
      country: 'th',
      phoneNumber: '0812345678',
      hasEmail: false,
      tokenizationMethod: 'applepay',
    });
  });

  it.each<[TokenizationRequest, string[]]>([
    [{ method: 'paypal' }, ['tokenization method must be googlepay or applepay']],
    [
      { method: undefined, data: '' },
      ['tokenization method must be googlepay or applepay', "tokenization data can't be blank"],
    ],
    [{ data: [] }, ["tokenization data can't be blank"]],
    [{ data: {} }, ["tokenization data can't be blank"]],
    [{ data: { signature: 'MEQ' } }, ['tokenization data must be a string']],
    [{ billing_name: '4242 4242 4242 4242' }, ['billing name is invalid']],
    [{ billing_country: 'Thailand' }, ['billing country is invalid']],
  ])('is rejected with %j', (request, problems) => {
    expect(problemsOf(request)).toEqual(problems);
  });
});
