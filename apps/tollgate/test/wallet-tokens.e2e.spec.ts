import request from 'supertest';
import { useGateway } from './harness.js';
import { GOOD_CARD, type Merchant } from './merchant.js';

const gateway = useGateway();
let merchant: Merchant;

beforeAll(async () => {
  merchant = await gateway.account();
});

const post = (body: object, type = 'json'): request.Test =>
  request(gateway.settings.vaultUrl).post('/tokens').auth(merchant.key('public'), '').type(type).send(body);

describe('a token of a wallet’s card', () => {
  it.each(['googlepay', 'applepay'])('of %s is created from any wallet data, and pays', async (method) => {
    const token = await merchant.walletToken({ method, data: '{"signature":"MEQ","signedMessage":"{}"}' });
    expect(token.card).toMatchObject({
      tokenization_method: method,
      brand: 'Visa',
      last_digits: '4242',
      security_code_check: false,
    });
    const charge = await merchant.cardCharge({ card: token.id });
    expect(charge).toMatchObject({
      status: 'successful',
      card: { tokenization_method: method, last_digits: '4242' },
    });
    expect(await merchant.retrieve(charge.id)).toMatchObject({ card: { tokenization_method: method } });
  });

  it('becomes a customer’s saved card', async () => {
    const { id } = await merchant.walletToken();
    const { cards } = await merchant.customer({ card: id });
    expect(cards.data).toEqual([expect.objectContaining({ tokenization_method: 'googlepay' })]);
  });

  it('can have a failing test card', async () => {
    const { id } = await merchant.walletToken({ data: '{"number":"4111111111140011"}' });
    expect(await merchant.cardCharge({ card: id })).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    });
  });

  it('has the wallet’s name and address, in a form too', async () => {
    const told = {
      name: 'John Doe',
      street1: '1 Road',
      city: 'Bangkok',
      state: 'BKK',
      postal_code: '10320',
      country: 'TH',
    };
    const wallet = Object.entries(told).map(([name, value]): [string, string] => [
      `tokenization[billing_${name}]`,
      value,
    ]);
    const apple = {
      'tokenization[method]': 'applepay',
      'tokenization[merchant_id]': 'merchant.example',
      'tokenization[brand]': 'Visa',
    };
    const { status, body } = await post(
      { ...apple, 'tokenization[data]': 'x', ...Object.fromEntries(wallet) },
      'form',
    );
    expect({ status, body: body as unknown }).toMatchObject({
      status: 200,
      body: { card: { ...told, country: 'th' } },
    });
  });

  it('has a null tokenization method if the card was typed', async () => {
    expect((await merchant.token()).card).toMatchObject({ tokenization_method: null });
  });

  it.each<[object, string, string]>([
    [{ tokenization: {} }, 'missing_card', 'request contains no card parameters'],
    [{ tokenization: 'googlepay' }, 'missing_card', 'request contains no card parameters'],
    [{ tokenization: { method: 'googlepay' } }, 'invalid_card', "tokenization data can't be blank"],
    [
      { tokenization: { method: 'paypal', data: 'x' } },
      'invalid_card',
      'tokenization method must be googlepay or applepay',
    ],
    [
      { tokenization: { method: 'googlepay', data: '{"number":"4539148803436467"}' } },
      'invalid_card',
      'tokenization data must name a test card as its number',
    ],
    [
      { tokenization: { method: 'googlepay', data: 'x' }, card: GOOD_CARD },
      'invalid_card',
      'card and tokenization cannot be sent together; send one',
    ],
  ])('is rejected with %j', async (sent, code, message) => {
    const { status, body } = await post(sent);
    expect({ status, ...(body as object) }).toMatchObject({ status: 400, code, message });
  });
});
