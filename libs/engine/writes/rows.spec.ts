import type { Row, RowUpdate } from './rows.js';

const UPDATE = { table: 'dispute_document', id: 'docu_1', version: 0 } as const;

// Each of these compiles only because the line below the comment does not.
describe('a row', () => {
  it('has no column that the schema does not have', () => {
    // @ts-expect-error: the column is `deleted`.
    const update: RowUpdate = { ...UPDATE, set: { delted: true } };
    expect(Object.keys(update.set)).toEqual(['delted']);
  });

  it('has no value of another type than the schema says', () => {
    // @ts-expect-error: a boolean, not a text.
    const update: RowUpdate = { ...UPDATE, set: { deleted: 'yes' } };
    expect(update.set).toEqual({ deleted: 'yes' });
  });

  it('has every column', () => {
    // @ts-expect-error: the amount is missing.
    const entry: Row<'journal_entry'> = {
      posting_id: 't',
      ledger: 'cash',
      account_id: 'a',
      livemode: false,
      currency: 'THB',
    };
    expect(entry).not.toHaveProperty('amount');
  });
});
