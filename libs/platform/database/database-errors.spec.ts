import {
  brokenUniqueConstraint,
  isDatabaseAway,
  isDatabaseBroken,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseReadOnly,
  isWriteRefused,
} from './database-errors.js';

function errorWith(fields: object, message = 'it failed'): Error {
  return Object.assign(new Error(message), fields);
}

describe('isDatabaseAway', () => {
  it.each([
    ['P1001'],
    ['P1002'],
    ['P1008'],
    ['P1017'],
    ['P2024'],
    ['P2037'],
    ['ECONNREFUSED'],
    ['ECONNRESET'],
    ['57P01'],
    ['57P03'],
    ['57P04'],
    ['57P05'],
    ['08006'],
    ['08P01'],
    ['28P01'],
    ['3D000'],
    ['ENOTFOUND'],
    ['EAI_AGAIN'],
    ['53300'],
  ])('accepts the code %s of the error, of its meta or of its cause', (code) => {
    expect(isDatabaseAway(errorWith({ code }))).toBe(true);
    expect(isDatabaseAway(errorWith({ code: 'P2010', meta: { code } }))).toBe(true);
    expect(isDatabaseAway(errorWith({ cause: errorWith({ cause: { code } }) }))).toBe(true);
  });

  it.each(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'])(
    'accepts the kind %s of the adapter',
    (kind) => {
      const meta = { driverAdapterError: errorWith({ cause: { kind } }) };
      expect(isDatabaseAway(errorWith({ code: 'P2010', meta }))).toBe(true);
    },
  );

  it.each([
    ['timeout exceeded when trying to connect'],
    ['Connection terminated unexpectedly'],
    ['Connection terminated due to connection timeout'],
    ['Client has encountered a connection error and is not queryable'],
    ['Client was closed and is not queryable'],
  ])('accepts the message %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
    expect(isDatabaseAway(new Error('it failed', { cause: new Error(message) }))).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an error of another kind', new Error('it failed')],
    ['a broken constraint', errorWith({ code: 'P2002', meta: { code: '23505' } })],
    ['a code that is a number', { code: 53300 }],
    ['a message outside an error', { message: 'Connection terminated' }],
    ['a text', 'ECONNREFUSED'],
    ['null', null],
    ['undefined', undefined],
    ['a cause that is null', errorWith({ cause: null })],
  ])('rejects %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('terminates for an error that is its own cause', () => {
    const error = new Error('it failed');
    error.cause = error;
    expect(isDatabaseAway(error)).toBe(false);
  });
});

describe('brokenUniqueConstraint', () => {
  it.each<[string, Error]>([
    ['the message of Prisma', new Error('Unique constraint failed on the fields: (`source_id`)')],
    [
      'the message of PostgreSQL',
      new Error('duplicate key value violates unique constraint "charge_source_id_key"'),
    ],
    [
      'the driver, in any language',
      errorWith({ code: '23505', constraint: 'charge_source_id_key' }, 'doppelter Schlüsselwert'),
    ],
    [
      'its code, with the fields in meta',
      errorWith({ meta: { code: '23505', message: 'Key (source_id)=(src_test_0) already exists.' } }),
    ],
  ])('returns the constraint from %s', (_, error) => {
    expect(brokenUniqueConstraint(error)).toContain('source_id');
  });

  it.each<[unknown]>([
    [new Error('Foreign key constraint violated on source_id')],
    [errorWith({ meta: { code: '23503', message: 'source_id' } })],
    ['unique constraint'],
    [{ message: 'unique constraint' }],
    [null],
    [undefined],
  ])('returns undefined for %p', (error) => {
    expect(brokenUniqueConstraint(error)).toBeUndefined();
  });
});

describe('isDatabaseBusy', () => {
  it.each(['P2034', '55P03', '40P01', '40001', '25P03', '25P04', '57014'])(
    'accepts the code %s at any depth',
    (code) => {
      expect(isDatabaseBusy(errorWith({ code }))).toBe(true);
      expect(
        isDatabaseBusy(
          errorWith({
            code: 'P2010',
            meta: { driverAdapterError: errorWith({ cause: { originalCode: code } }) },
          }),
        ),
      ).toBe(true);
    },
  );

  it.each(['P2002', 'P1001', '23505', 'ECONNREFUSED'])('rejects the code %s', (code) => {
    expect(isDatabaseBusy(errorWith({ code }))).toBe(false);
  });
});

describe('isDatabaseFull', () => {
  it.each(['53000', '53100', '53200', '53400'])('accepts the code %s at any depth', (code) => {
    expect(isDatabaseFull(errorWith({ code }))).toBe(true);
    expect(
      isDatabaseFull(
        errorWith({
          code: 'P2010',
          meta: { driverAdapterError: errorWith({ cause: { originalCode: code } }) },
        }),
      ),
    ).toBe(true);
  });

  it.each(['P2002', '53300', '57P01', '54000'])('rejects the code %s', (code) => {
    expect(isDatabaseFull(errorWith({ code }))).toBe(false);
  });
});

describe('isDatabaseBroken', () => {
  it.each(['58000', '58030', '58P01', '58P02', '42501'])('accepts the code %s at any depth', (code) => {
    expect(isDatabaseBroken(errorWith({ code }))).toBe(true);
    const meta = { driverAdapterError: errorWith({ cause: { originalCode: code } }) };
    expect(isDatabaseBroken(errorWith({ code: 'P2010', meta }))).toBe(true);
  });

  it.each(['XX000', 'XX001', 'XX002', '42601', '53100', '22023'])('rejects the code %s', (code) => {
    expect(isDatabaseBroken(errorWith({ code }))).toBe(false);
  });
});

describe('isDatabaseReadOnly', () => {
  it('accepts the code of a replica at any depth', () => {
    expect(isDatabaseReadOnly(errorWith({ code: '25006' }))).toBe(true);
    expect(
      isDatabaseReadOnly(
        errorWith({ meta: { driverAdapterError: errorWith({ cause: { originalCode: '25006' } }) } }),
      ),
    ).toBe(true);
    expect(isDatabaseReadOnly(errorWith({ code: '53100' }))).toBe(false);
  });
});

describe('isWriteRefused', () => {
  it.each(['53100', '25006'])('accepts the code %s', (code) => {
    expect(isWriteRefused(errorWith({ code }))).toBe(true);
  });

  it.each(['53200', '53300', '57014', '23505'])(
    'rejects the code %s, which other writes need not meet',
    (code) => {
      expect(isWriteRefused(errorWith({ code }))).toBe(false);
    },
  );
});
