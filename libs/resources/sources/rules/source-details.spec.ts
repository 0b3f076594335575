import { NO_DETAILS, readDetails } from './source-details.js';

describe('the details of a source', () => {
  it('are stored as sent', () => {
    const { details, problems } = readDetails({
      name: 'Somchai',
      email: 'a@shop.example',
      store_id: '1',
      mobile_number: '0812345678',
    });
    expect(problems).toEqual([]);
    expect(details).toEqual({
      ...NO_DETAILS,
      name: 'Somchai',
      email: 'a@shop.example',
      storeId: '1',
      phoneNumber: '0812345678',
    });
  });

  it('are texts if sent as numbers', () => {
    const { details } = readDetails({
      phone_number: 812345678,
      shipping: { postal_code: 10320 },
      items: [{ sku: 7 }],
    });
    expect([details.phoneNumber, details.shipping?.postal_code, details.items[0]?.sku]).toEqual([
      '812345678',
      '10320',
      '7',
    ]);
  });

  it('can have addresses and goods; unknown fields are dropped', () => {
    const item = { name: 'Tea', amount: '5000', quantity: 2, price: 1 };
    const { details, problems } = readDetails({
      billing: { city: 'Bangkok', planet: 'Earth' },
      items: [item],
    });
    expect(problems).toEqual([]);
    expect(details.billing).toEqual({
      street1: null,
      street2: null,
      city: 'Bangkok',
      state: null,
      country: null,
      postal_code: null,
    });
    expect(details.items).toEqual([
      {
        sku: null,
        name: 'Tea',
        amount: 5000,
        quantity: 2,
        category: null,
        brand: null,
        item_uri: null,
        image_uri: null,
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['name', true, 'name must be a string'],
    ['name', 2 ** 53, 'name must be a string'],
    ['name', 'x'.repeat(256), 'name is too long (maximum is 255 characters)'],
    ['phone_number', {}, 'phone_number must be a string'],
    ['billing', 'Bangkok', 'billing must be an address object'],
    ['shipping', { city: ['Bangkok'] }, 'shipping city must be a string'],
    ['items', 'tea', 'items must be a list of objects'],
    ['items', ['tea'], 'items must be a list of objects'],
    ['items', Array.from({ length: 101 }, () => ({})), 'items can have at most 100 entries'],
    ['items', [{ amount: 1.5 }, { amount: -1 }], 'items amount must be a whole number'],
    ['items', [{ name: [] }], 'items name must be a string'],
  ])('of %s as %p are rejected: %s', (name, value, problem) => {
    expect(readDetails({ [name]: value }).problems).toEqual([problem]);
  });

  it.each([[undefined], [null], ['']])('treat %p as missing', (value) => {
    expect(readDetails({ barcode: value, billing: value, items: value })).toEqual({
      details: NO_DETAILS,
      problems: [],
    });
  });
});
