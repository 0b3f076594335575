import { importedRow, NewIds } from './imported-row.js';

const ROW = {
  id: 'clkm_2132c4b7-2572-0375-1701-500056fd9a34',
  action: 'advance',
  status: 'done',
  runs_on: false,
  from_at: '2031-02-03T04:05:06.000Z',
  to_at: '2031-02-03T05:05:06.000Z',
  started_at: '2026-11-22T16:10:07.217Z',
  ended_at: '2026-11-22T16:10:07.241Z',
  claimed_until: null,
  listener_pid: null,
  why: null,
  request_id: null,
};
const MOVE = { table: 'clock_move', ...ROW };

const FAULT = {
  table: 'fault',
  id: 'flt_69rmrf4s2p5eodq8p5p',
  name: 'twice',
  subject: 'api',
  side: 'before',
  match: {},
  skip: 0,
  times: 2,
  probability: 1,
  seed: '7',
  must_fire: false,
  effect: { kind: 'disconnect' },
  matched_count: 0,
  fired_count: 0,
  awaited_count: 0,
  window_number: null,
  window_count: 0,
  matched_at: null,
  created_at: '2026-11-22T16:10:07.217Z',
  machine_at: '2026-11-22T16:10:07.217Z',
  expires_at: '2026-11-22T16:20:07.217Z',
};

describe('a row of a file', () => {
  it('can have a UUID whose digits look like a card number', () => {
    expect(importedRow(MOVE, 1, false)).toEqual({ row: ROW });
    const named = { ...MOVE, request_id: '00000000-2572-0375-1701-500056fd9a34' };
    expect(importedRow(named, 1, false)).not.toHaveProperty('problem');
  });

  it('cannot have a card number elsewhere', () => {
    const problem = 'it contains a card number or a secret key';
    expect(importedRow({ ...MOVE, why: 'it was 4242-4242-4242-4242' }, 1, false)).toEqual({ problem });
    expect(importedRow({ ...MOVE, request_id: '2572-0375-1701-5000' }, 1, false)).toEqual({ problem });
  });

  it('can have a card number in free texts, and random digits in an address of Tollgate', () => {
    const digits = '4242424242424242';
    const link = {
      table: 'link',
      id: 'link_test_60aaaaaaaaaaaaaaab8',
      version: 0,
      livemode: false,
      created_at: MOVE.from_at,
      amount: 100_000,
      currency: 'THB',
      title: digits,
      description: digits,
      multiple: false,
      used_at: null,
      deleted_at: null,
    };
    const event = {
      object: 'event',
      id: 'evnt_test_60aaaaaaaaaaaaaaab9',
      key: 'charge.create',
      livemode: false,
    };
    const texts = {
      email: `${digits}@shop.example`,
      tax_id: digits,
      items: [{ sku: digits }],
      download_uri: `http://127.0.0.1/${digits}`,
    };
    const told = {
      table: 'event',
      id: event.id,
      livemode: false,
      created_at: MOVE.from_at,
      key: event.key,
      request_id: null,
      trigger_id: null,
      machine_at: null,
      object_id: 'chrg_test_60aaaaaaaaaaaaaaab9',
      api_version: '2019-05-29',
      body: { ...event, data: texts },
    };
    for (const row of [link, told]) expect(importedRow(row, 1, false)).not.toHaveProperty('problem');
    const named = { ...told, body: { ...event, data: { number: digits } } };
    expect(importedRow(named, 1, false)).toEqual({ problem: 'it contains a card number or a secret key' });
  });

  it('can be a valid fault', () => {
    expect(importedRow(FAULT, 1, false)).not.toHaveProperty('problem');
  });

  it.each([
    [{ name: 'bad\r\nX-Evil: 1' }, /name must be the name of a fault/],
    [{ times: 0 }, /times must be a whole number from 1 to 1000000/],
    [{ skip: 2_147_483_647 }, /skip must be a whole number from 0 to 1000000/],
    [{ matched_count: 2_147_483_647 }, /matched_count must be a whole number from 0 to 1000000000/],
    [{ awaited_count: 1 }, /awaited_count must be at most 0 with this effect/],
  ])('cannot be a fault with %j', (change, problem) => {
    expect(importedRow({ ...FAULT, ...change }, 1, false)).toEqual({
      problem: expect.stringMatching(problem),
    });
  });
});

describe('a file imported with new ids', () => {
  const body = {
    id: 'link_test_60aaaaaaaaaaaaaaab8',
    payment_uri: 'http://127.0.0.1:7402/pay/60AAAAAAAAAAAAAAAB8',
    description: 'link_test_60aaaaaaaaaaaaaaab8 of http://127.0.0.1:7402/pay/60AAAAAAAAAAAAAAAB8',
  };

  it("has the link's new id in its page address, and unchanged texts of the merchant", () => {
    const row = new NewIds(Buffer.alloc(32, 7)).row({ table: 'event', body }) as { body: typeof body };
    const suffix = row.body.id.slice('link_test_'.length);
    expect(suffix).toMatch(/^[0-9a-z]{19}$/);
    expect(suffix).not.toBe('60aaaaaaaaaaaaaaab8');
    expect(row.body.payment_uri).toBe(`http://127.0.0.1:7402/pay/${suffix.toUpperCase()}`);
    expect(row.body.description).toBe(body.description);
  });
});
