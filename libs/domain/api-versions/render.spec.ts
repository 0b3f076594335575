import { API_VERSIONS, NEWEST_VERSION, type ApiVersion } from './versions.js';
import { DOWNGRADES, render, renderEvent } from './render.js';

const source = { object: 'source', id: 'src_1', created_at: 'now', amount: 2000, currency: 'MYR', flow: 'redirect', type: 'boost' };
const card = { object: 'card', id: 'card_1', location: null, created_at: 'now' };
const refund = { object: 'refund', id: 'rfnd_1', amount: 1, currency: 'MYR', created_at: 'now', metadata: {} };
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

const keysOf = (version: ApiVersion, view: object): string[] => Object.keys(render(view, version));

describe('a view', () => {
  it('is, in the newest version, the very same object', () => {
    expect(render(charge, NEWEST_VERSION)).toBe(charge);
  });

  it('is rendered with all that it embeds', () => {
    expect(render(charge, '2017-11-02')).toMatchObject({
      currency: 'myr',
      created: 'now',
      source: { object: 'source', id: 'src_1', amount: 2000, created: 'now', currency: 'myr', flow: 'redirect', type: 'boost' },
      refunds: { order: 'chronological', data: [{ object: 'refund', id: 'rfnd_1', amount: 1, currency: 'myr', created: 'now' }] },
    });
  });

  it('keeps the metadata of the merchant, whatever it looks like', () => {
    expect(render(charge, '2014-07-27')).toMatchObject({ metadata: { object: 'charge', created_at: 'then', currency: 'THB' } });
  });

  it('is rendered one version after the other', () => {
    expect(keysOf('2017-11-02', charge)).toEqual(expect.arrayContaining(['paid', 'source', 'created']));
    const in2015 = keysOf('2015-11-17', charge);
    expect(in2015).toEqual(expect.arrayContaining(['paid', 'source_of_fund', 'offsite', 'offline']));
    expect(in2015).not.toContain('source');
    const in2014 = keysOf('2014-07-27', charge);
    expect(in2014).toEqual(in2015.map((field) => (field === 'paid' ? 'captured' : field)));
  });

  it.each([
    [null, card, { source_of_fund: 'card', offsite: null, offline: null }],
    [null, null, { source_of_fund: 'offline', offsite: null, offline: null }],
    [source, null, { source_of_fund: 'offsite', offsite: 'boost', offline: null }],
    [{ ...source, flow: 'offline', type: 'promptpay' }, null, { source_of_fund: 'offline', offsite: null, offline: 'promptpay' }],
  ])('of a charge on the source %j and the card %j says, before there were sources, what pays', (paidWith, paidBy, funds) => {
    expect(render({ ...charge, source: paidWith, card: paidBy }, '2015-11-17')).toMatchObject(funds);
  });

  it('of a list of objects is a list of rendered objects, and the list is not an embedded one', () => {
    const list = render({ object: 'list', data: [charge], order: 'chronological' }, '2015-11-17');
    expect(list).toMatchObject({ order: 'chronological', data: [{ refunds: { order: null }, currency: 'myr' }] });
  });
});

describe('an event', () => {
  const event = {
    object: 'event',
    id: 'evnt_1',
    webhook_deliveries: [],
    data: charge,
    key: 'charge.create',
    created_at: 'now',
    created: 'now',
  };

  it('is rendered with its data when it happens', () => {
    const stored = renderEvent(event, '2017-11-02');
    expect(Object.keys(stored)).toEqual(['object', 'data', 'id', 'key', 'created']);
    expect(stored).toHaveProperty('data', render(charge, '2017-11-02'));
    expect(renderEvent(event, NEWEST_VERSION)).toBe(event);
  });

  it('is never rendered again, not in a list either', () => {
    expect(render(event, '2014-07-27')).toBe(event);
    expect(render({ object: 'list', data: [event], total: 1 }, '2014-07-27').data[0]).toBe(event);
  });
});

describe('the changes of each version', () => {
  it('are there for every version but the newest, each with a sentence of its own', () => {
    expect(Object.keys(DOWNGRADES).sort()).toEqual(API_VERSIONS.filter((version) => version !== NEWEST_VERSION));
    const sentences = DOWNGRADES['2014-07-27'].map(({ change }) => change);
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  });
});
