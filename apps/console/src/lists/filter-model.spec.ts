import {
  choiceHint,
  queryOf,
  textOf,
  typedFilters,
  valuesIn,
  valuesOf,
  without,
  type FilterField,
} from './filter-model';

const FIELDS: readonly FilterField[] = [
  { kind: 'choice', name: 'status', label: 'Status', options: ['failed', 'pending'] },
  { kind: 'amount', name: 'amount', label: 'Amount' },
  { kind: 'created', name: 'created', label: 'Created' },
  { kind: 'metadata', name: 'metadata', label: 'Metadata' },
  { kind: 'text', name: 'failure_code', label: 'Failure reason', placeholder: '' },
];
const NOW = new Date(2026, 10, 25, 16, 30);

function queryIn(address: string): object {
  return queryOf(valuesIn(Object.fromEntries(new URLSearchParams(address)), FIELDS), NOW);
}

describe('the filters of a list', () => {
  it('are parameters of the address and of the control API', () => {
    expect(queryIn('status=failed&amount_gte=100000&created=today&q=1042&open=req_1')).toEqual({
      status: 'failed',
      amount: { gte: '100000' },
      created: { gte: new Date(2026, 10, 25).toISOString() },
    });
  });

  it.each([
    ['amount_gte=1&amount_lte=500', { amount: { gte: '1', lte: '500' } }],
    ['metadata.order=1042&metadata.cart=c-819', { metadata: { order: '1042', cart: 'c-819' } }],
    ['failure_code=insufficient_fund', { failure_code: 'insufficient_fund' }],
    ['created=7d', { created: { gte: new Date(2026, 10, 19).toISOString() } }],
    [
      'created=2026-10-31..2026-11-01',
      { created: { gte: new Date(2026, 9, 31).toISOString(), lt: new Date(2026, 10, 2).toISOString() } },
    ],
    ['created=..2026-11-01', { created: { lt: new Date(2026, 10, 2).toISOString() } }],
    ['created=soon', { created: { gte: 'soon' } }],
    ['status=&created=', {}],
  ])('asks the control API for %s', (address, query) => {
    expect(queryIn(address)).toEqual(query);
  });

  it.each([
    ['status', { status: 'failed' }, 'Status: Failed'],
    ['amount', { amount_gte: '100000' }, 'Amount ≥ THB 1000.00'],
    ['amount', { amount_lte: '5050' }, 'Amount ≤ THB 50.50'],
    ['amount', { amount_gte: '100', amount_lte: '200' }, 'Amount: THB 1.00 – THB 2.00'],
    ['amount', { amount_gte: 'much' }, 'Amount ≥ much'],
    ['created', { created: 'today' }, 'Created: today'],
    ['created', { created: '7d' }, 'Created: last 7 days'],
    ['created', { created: '2026-11-01..2026-11-01' }, 'Created: 2026-11-01'],
    ['created', { created: '2026-11-01..' }, 'Created: from 2026-11-01'],
    ['metadata', { 'metadata.order': '1042' }, 'order: 1042'],
  ])('have chips: %s %j', (name, values, text) => {
    const field = FIELDS.find((one) => one.name === name);
    expect(
      field &&
        textOf(
          field,
          valuesOf(field, { ...values, other: 'x' }),
          (amount) => `THB ${(amount / 100).toFixed(2)}`,
        ),
    ).toBe(text);
  });

  it('are removed by their field', () => {
    const values = { status: 'failed', amount_gte: '1', amount_lte: '2' };
    expect(FIELDS.map((field) => without(valuesOf(field, values)))).toEqual([
      { status: undefined },
      { amount_gte: undefined, amount_lte: undefined },
      {},
      {},
      {},
    ]);
  });

  it.each([
    ['status:failed 1042', { status: 'failed' }, '1042'],
    ['status:50', {}, 'status:50'],
    ['x: " status:', {}, 'x: " status:'],
    ['metadata.order:1042', { 'metadata.order': '1042' }, ''],
    ['amount_gte:100000 created:today', { amount_gte: '100000', created: 'today' }, ''],
  ])('are found in typed text: %s', (typed, values, text) => {
    expect(typedFilters(typed, FIELDS)).toEqual({ values, text });
  });

  it.each([
    ['1042 status:50', 'Status: failed, pending'],
    ['status:', 'Status: failed, pending'],
    ['status:failed', undefined],
    ['order:1042', undefined],
  ])('have their valid values in a hint: %s', (text, hint) => {
    expect(choiceHint(text, FIELDS)).toBe(hint);
  });
});
