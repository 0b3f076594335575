import { kebab } from './kebab.js';

it.each([
  ['webhook_uri', 'webhook-uri'],
  ['markAsPaid', 'mark-as-paid'],
  ['limit', 'limit'],
  ['Charges.markAsPaid', 'charges-mark-as-paid'],
  ['Customer Cards', 'customer-cards'],
])('%s in kebab case is %s', (name, expected) => {
  expect(kebab(name)).toBe(expected);
});
