import { routeWords } from './route-words';

it.each([
  ['POST', '/charges', 'Create charge', 'created the charge'],
  ['GET', '/charges', 'List charges', 'listed the charges'],
  ['GET', '/charges/chrg_test_1', 'Read charge', 'read the charge'],
  ['GET', '/charges/chrg_test_1/refunds', 'List refunds', 'listed the refunds'],
  ['GET', '/charges/chrg_test_1/refunds/rfnd_test_1', 'Read refund', 'read the refund'],
  ['POST', '/charges/:id/refunds', 'Refund charge', 'refunded the charge'],
  ['POST', '/charges/:id/mark_as_paid', 'Mark as paid', 'marked it as paid'],
  ['PATCH', '/disputes/:id/accept', 'Accept dispute', 'accepted the dispute'],
  ['PATCH', '/linked_accounts/:id', 'Update linked account', 'updated the linked account'],
  ['DELETE', '/customers/:id', 'Delete customer', 'deleted the customer'],
  ['POST', '/api/sessions', 'Create checkout session', 'created the checkout session'],
])('%s %s in words is %s', (method, path, label, past) => {
  expect(routeWords(method, path)).toEqual({ label, past });
});

it.each([
  ['POST', '/disputes/:id/documents'],
  ['GET', '/'],
  ['BREW', '/charges'],
  ['DELETE', '/disputes/:id/documents/:document'],
])('%s %s has no words', (method, path) => {
  expect(routeWords(method, path)).toBeUndefined();
});
