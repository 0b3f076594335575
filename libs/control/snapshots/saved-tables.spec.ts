import { TABLES } from '#platform/database/generated/tables.js';
import { SAVED_TABLES } from './saved-tables.js';

/** Why such a column refers to no row. */
const REFERS_TO_NO_ROW = {
  'charge.document_id': 'It names a picture, which is drawn for each request.',
  'charge.payment_id': 'It is shown by payment pages.',
  'checkout_session.order_id': 'It is the shop’s.',
  'clock_move.request_id': 'Requests are not saved.',
  'event.request_id': 'Requests are not saved.',
  'event.trigger_id': 'The history is not saved.',
  'recipient.tax_id': 'It is that of a person or a company.',
  'schedule.scheduled_id': 'It is the id of a part of the schedule.',
  'webhook_attempt.trigger_id': 'The history is not saved.',
};
/** Why such a column is not personal, although another with its name is. */
const NOT_PERSONAL = {
  'fault.name': 'A tester chose it.',
  'idempotency_key.body': 'The whole row is left out.',
  'transfer.state': 'It is no part of an address.',
};

/** The columns of saved tables, but the account. */
const COLUMNS = SAVED_TABLES.flatMap(({ name, references }) => {
  const personal: readonly string[] = TABLES[name].personal;
  return Object.keys(TABLES[name].fields)
    .filter((column) => column !== 'account_id')
    .map((column) => ({
      id: `${name}.${column}`,
      column,
      refers: column in references,
      isPersonal: personal.includes(column),
    }));
});

describe('in the schema, a column of a saved table', () => {
  it('whose name ends in _id has a foreign key or says to which tables it refers', () => {
    const others = COLUMNS.filter(({ column, refers }) => column.endsWith('_id') && !refers);
    expect(others.map(({ id }) => id).sort()).toEqual(Object.keys(REFERS_TO_NO_ROW));
  });

  it('is personal if others with its name are', () => {
    const names = new Set(COLUMNS.filter(({ isPersonal }) => isPersonal).map(({ column }) => column));
    const others = COLUMNS.filter(({ column, isPersonal }) => names.has(column) && !isPersonal);
    expect(others.map(({ id }) => id).sort()).toEqual(Object.keys(NOT_PERSONAL));
  });
});
