import { ScheduledKinds } from './scheduled-kinds.js';
import type { ScheduledCharges } from './scheduled-charges.js';
import type { ScheduledTransfers } from './scheduled-transfers.js';

const kinds = new ScheduledKinds(
  { name: 'charge' } as ScheduledCharges,
  { name: 'transfer' } as ScheduledTransfers,
);

describe('what a schedule is of', () => {
  it.each([
    ['nothing', {}, undefined],
    [
      'zeros alone',
      { charge: { customer: '', amount: 0 }, transfer: { amount: '0', percentage_of_balance: 0 } },
      undefined,
    ],
    ['both', { charge: { customer: 'cust_test_1' }, transfer: { recipient: 'recp_test_1' } }, undefined],
    ['a charge', { charge: { customer: 'cust_test_1', amount: 0 }, transfer: { amount: 0 } }, 'charge'],
    ['a transfer', { charge: { amount: 0 }, transfer: { recipient: 'recp_test_1' } }, 'transfer'],
  ])('is selected by %s', (_, body, name) => {
    expect(kinds.describedIn(body as never)?.kind.name).toBe(name);
  });
});
