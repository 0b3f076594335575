import type { Customer } from './customer.js';
import { eventsOfUpdate, updatedCustomer, withoutCard } from './customer.rules.js';

const CUSTOMER: Customer = {
  id: 'cust_test_1',
  accountId: '1',
  livemode: false,
  version: 3,
  description: 'Somchai',
  email: 'somchai@shop.example',
  metadata: { tier: 'gold' },
  defaultCardId: 'card_test_1',
  deleted: false,
  createdAt: new Date('2026-01-31T00:00:00Z'),
};
const WITHOUT_CARDS: Customer = { ...CUSTOMER, defaultCardId: null };

describe('an update of a customer', () => {
  it('leaves missing fields unchanged', () => {
    expect(updatedCustomer(CUSTOMER, {})).toEqual(CUSTOMER);
    expect(updatedCustomer(CUSTOMER, { email: 'new@shop.example' })).toEqual({
      ...CUSTOMER,
      email: 'new@shop.example',
    });
  });

  it('clears fields with null, and metadata to an empty object', () => {
    const cleared = updatedCustomer(CUSTOMER, { description: null, email: null, metadata: null });
    expect(cleared).toEqual({ ...CUSTOMER, description: null, email: null, metadata: {} });
  });

  it('replaces metadata as a whole', () => {
    expect(updatedCustomer(CUSTOMER, { metadata: { since: 2026 } }).metadata).toEqual({ since: 2026 });
  });

  it.each([
    ['the first card is the default', WITHOUT_CARDS, {}, 'card_test_2', 'card_test_2'],
    ['a further card is not', CUSTOMER, {}, 'card_test_2', 'card_test_1'],
    [
      'a further card is where it is named',
      CUSTOMER,
      { defaultCardId: 'card_test_2' },
      'card_test_2',
      'card_test_2',
    ],
    [
      'an older card is where it is named',
      CUSTOMER,
      { defaultCardId: 'card_test_0' },
      undefined,
      'card_test_0',
    ],
    ['no card is the default without cards', WITHOUT_CARDS, {}, undefined, null],
  ])('%s', (_, customer, changes, added, expected) => {
    expect(updatedCustomer(customer, changes, added).defaultCardId).toBe(expected);
  });
});

describe('a card that is deleted', () => {
  it('is replaced as the default by the most recently added card', () => {
    expect(withoutCard(CUSTOMER, 'card_test_1', 'card_test_9').defaultCardId).toBe('card_test_9');
    expect(withoutCard(CUSTOMER, 'card_test_1', null).defaultCardId).toBeNull();
  });

  it('changes nothing if it was not the default', () => {
    expect(withoutCard(CUSTOMER, 'card_test_2', 'card_test_9')).toEqual(CUSTOMER);
  });
});

const NOTHING = { card: false, linkedAccount: false };
const CARD = { ...NOTHING, card: true };
const LINKED_ACCOUNT = { ...NOTHING, linkedAccount: true };

describe('the events of an update', () => {
  it.each([
    [{}, NOTHING, ['customer.update']],
    [{ email: null }, NOTHING, ['customer.update']],
    [{}, LINKED_ACCOUNT, ['customer.update']],
    [{}, CARD, ['customer.update.card']],
    [{ email: undefined, metadata: undefined }, CARD, ['customer.update.card']],
    [{ email: null }, CARD, ['customer.update', 'customer.update.card']],
    [{ defaultCardId: 'card_test_1' }, CARD, ['customer.update', 'customer.update.card']],
    [{}, { ...CARD, linkedAccount: true }, ['customer.update', 'customer.update.card']],
  ])('for the changes %j and the additions %j', (changes, added, keys) => {
    expect(eventsOfUpdate(changes, added)).toEqual(keys);
  });
});
