import { API_VERSIONS, NEWEST_VERSION, type ApiVersion } from '#kernel/api-versions/versions.js';
import { DIFFERENCES, VERSIONS } from './older-versions.js';

const source = {
  object: 'source',
  id: 'src_1',
  created_at: 'now',
  amount: 2000,
  currency: 'MYR',
  flow: 'redirect',
  type: 'boost',
};
const refund = {
  object: 'refund',
  id: 'rfnd_1',
  amount: 1,
  currency: 'MYR',
  created_at: 'now',
  metadata: {},
};
const charge = {
  object: 'charge',
  id: 'chrg_1',
  refunds: { object: 'list', data: [refund], limit: 20, order: 'chronological' },
  metadata: { object: 'charge', created_at: 'then', currency: 'THB' },
  currency: 'MYR',
  card: null,
  source,
  paid: true,
  authorize_uri: null,
  created_at: 'now',
};

const keysOf = (version: ApiVersion, view: object): string[] => Object.keys(VERSIONS.render(view, version));

describe('a view', () => {
  it('is the same object in the newest version', () => {
    expect(VERSIONS.render(charge, NEWEST_VERSION)).toBe(charge);
  });

  it('is rendered with its embedded objects', () => {
    expect(VERSIONS.render(charge, '2017-11-02')).toMatchObject({
      currency: 'myr',
      created: 'now',
      source: {
        object: 'source',
        id: 'src_1',
        amount: 2000,
        created: 'now',
        currency: 'myr',
        flow: 'redirect',
        type: 'boost',
      },
      refunds: {
        order: 'chronological',
        data: [{ object: 'refund', id: 'rfnd_1', amount: 1, currency: 'myr', created: 'now' }],
      },
    });
  });

  it('keeps the metadata of the merchant, whatever it looks like', () => {
    expect(VERSIONS.render(charge, '2014-07-27')).toMatchObject({
      metadata: { object: 'charge', created_at: 'then', currency: 'THB' },
    });
  });

  it('is rendered one version after the other', () => {
    const in2017 = keysOf('2017-11-02', charge);
    expect(in2017).toEqual(expect.arrayContaining(['paid', 'source', 'created', 'reference']));
    const in2015 = keysOf('2015-11-17', charge);
    expect(in2015).toEqual([...in2017.filter((field) => field !== 'source'), 'offsite', 'offline']);
    const in2014 = keysOf('2014-07-27', charge);
    expect(in2014).toEqual(in2015.map((field) => (field === 'paid' ? 'captured' : field)));
  });

  it.each(['2014-07-27', '2015-11-17', '2017-11-02'] as const)(
    'keeps in %s the order and the location of its lists',
    (version) => {
      const list = {
        object: 'list',
        data: [charge],
        order: 'reverse_chronological',
        location: '/customers/cust_1/cards',
      };
      expect(VERSIONS.render(list, version)).toMatchObject({
        ...list,
        data: [{ refunds: { order: 'chronological' }, currency: 'myr' }],
      });
    },
  );
});

describe('an event', () => {
  const event = {
    object: 'event',
    id: 'evnt_1',
    webhook_deliveries: [],
    data: charge,
    key: 'charge.create',
    created: 'now',
    created_at: 'now',
  };

  it('is rendered with its data when it happens', () => {
    const stored = VERSIONS.renderEvent(event, '2017-11-02');
    expect(Object.keys(stored)).toEqual(Object.keys(event).filter((field) => field !== 'created_at'));
    expect(stored).toHaveProperty('data', VERSIONS.render(charge, '2017-11-02'));
    expect(VERSIONS.renderEvent(event, NEWEST_VERSION)).toBe(event);
  });

  it('is never rendered again, even in a list', () => {
    expect(VERSIONS.render(event, '2014-07-27')).toBe(event);
    expect(VERSIONS.render({ object: 'list', data: [event], total: 1 }, '2014-07-27').data[0]).toBe(event);
  });
});

describe('the differences', () => {
  it('exist for every version except the newest', () => {
    expect(Object.keys(DIFFERENCES).sort()).toEqual(
      API_VERSIONS.filter((version) => version !== NEWEST_VERSION),
    );
  });

  it('name no field of a kind twice', () => {
    const named = Object.values(DIFFERENCES).map((all) =>
      all.flatMap(({ object, later }) => (later === null ? [] : [`${object}.${later}`])),
    );
    for (const fields of named) expect(fields).toEqual([...new Set(fields)]);
  });
});
