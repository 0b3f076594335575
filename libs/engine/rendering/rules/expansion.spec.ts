import { expanded, idsToExpand } from './expansion.js';

const FIELDS = {
  charge: { customer: 'customer', transaction: 'transaction' },
  refund: { charge: 'charge', transaction: 'transaction' },
  customer: { default_card: 'card' },
};

const refund = { object: 'refund', id: 'rfnd_1', charge: 'chrg_1', transaction: 'trxn_2' };
const charge = {
  object: 'charge',
  id: 'chrg_1',
  customer: 'cust_1',
  refunds: { object: 'list', data: [refund] },
  transaction: null,
};
const customer = { object: 'customer', id: 'cust_1', default_card: 'card_1' };

const found = (...views: { id: string }[]): ReadonlyMap<string, unknown> =>
  new Map(views.map((view) => [view.id, view]));

describe('the ids to expand', () => {
  it('are those in the object, not those in its parts', () => {
    expect(idsToExpand(charge, FIELDS)).toEqual(new Map([['customer', new Set(['cust_1'])]]));
  });

  it('are, for a list, those in each of its objects, each once', () => {
    const list = { object: 'list', data: [refund, { ...refund, id: 'rfnd_2', transaction: 'trxn_3' }] };
    expect(idsToExpand(list, FIELDS)).toEqual(
      new Map([
        ['charge', new Set(['chrg_1'])],
        ['transaction', new Set(['trxn_2', 'trxn_3'])],
      ]),
    );
  });

  it.each([null, 'text', {}, { object: 'balance' }, { object: 'event', data: charge }])(
    'do not exist in %j',
    (body) => {
      expect(idsToExpand(body, FIELDS).size).toBe(0);
    },
  );
});

describe('an expanded response', () => {
  it('has objects instead of ids, in the same order of fields, and ids within them', () => {
    const answer = expanded(charge, FIELDS, found(customer));
    expect(answer).toEqual({ ...charge, customer });
    expect(Object.keys(answer)).toEqual(Object.keys(charge));
    expect(charge.customer).toBe('cust_1');
  });

  it('keeps an id that was not found', () => {
    expect(expanded(charge, FIELDS, found())).toEqual(charge);
  });

  it('has objects in each entry of a list', () => {
    const list = { object: 'list', data: [charge, { ...charge, customer: null }] };
    expect(expanded(list, FIELDS, found(customer))).toEqual({
      object: 'list',
      data: [
        { ...charge, customer },
        { ...charge, customer: null },
      ],
    });
  });
});
