import { isFailure, linesOf, type TimelineEntry } from './timeline.js';

const plain = (_colour: string, text: string): string => text;

function entry(
  kind: string,
  id: string,
  trigger: string | null,
  details: TimelineEntry['details'] = {},
): TimelineEntry {
  const at = '2026-01-31T08:15:00.123Z';
  return {
    kind,
    id,
    livemode: false,
    object_id: null,
    request_id: null,
    trigger,
    at,
    machine_at: at,
    details,
  };
}

const lineOf = (one: TimelineEntry): string | undefined => linesOf([one], plain)[0];

describe('a timeline', () => {
  it('has each entry below what set it off, which is named even if it is not there', () => {
    const entries = [
      entry('attempt', 'whdl_1-1', null, {
        event: 'evnt_1',
        key: 'charge.create',
        number: 1,
        uri: 'u',
        status: 200,
      }),
      entry('event', 'evnt_1', 'req_1', { key: 'charge.create' }),
      entry('event', 'evnt_2', 'req_2', { key: 'charge.complete' }),
      entry('page', 'act_1', 'req_3', { action: 'approved' }),
      entry('request', 'req_3', null, { method: 'POST', path: '/payments/1', status: 302 }),
      entry('request', 'req_1', null, { method: 'POST', path: '/charges', status: 200 }),
    ];
    const lines = (options?: { readonly hasCauses: boolean }): string[] =>
      linesOf(entries, plain, options).map((line) => line.replace('08:15:00.123 ', '').trimEnd());
    const expected = [
      'POST /charges 200',
      '  charge.create',
      '    webhook charge.create #1 to u 200',
      'request (not listed)',
      '  charge.complete',
      'POST /payments/1 302',
      '  page approved',
    ];
    expect(lines().toSorted()).toEqual(expected.toSorted());
    for (const tree of [expected.slice(0, 3), expected.slice(3, 5), expected.slice(5)])
      expect(lines().join('\n')).toContain(tree.join('\n'));
    expect(lines({ hasCauses: false })).not.toContain('request (not listed)');
  });

  it('shows the sandbox’s time, with the day once its clock has moved', () => {
    const moved = { ...entry('event', 'e', null, { key: 'charge.expire' }), at: '2026-02-07T09:00:00.500Z' };
    expect(lineOf(moved)).toBe('2026-02-07 09:00:00.500 charge.expire');
    const real = { ...moved, machine_at: '2026-02-07T09:00:00.480Z' };
    expect(lineOf(real)).toBe('09:00:00.500 charge.expire');
  });

  it('tells a request with its answer', () => {
    const details = {
      method: 'POST',
      path: '/charges',
      status: 400,
      error: 'invalid_charge',
      duration_ms: 4.2,
      fault: null,
    };
    expect(lineOf(entry('request', 'q', null, details))).toBe(
      '08:15:00.123 POST /charges 400 invalid_charge 4 ms',
    );
  });

  it('tells an attempt with what its receiver said', () => {
    const details = {
      key: 'charge.create',
      number: 2,
      uri: 'http://shop.example/',
      status: 500,
      error: 'Endpoint returned 500.',
      duration_ms: 3,
      fault: 'late',
    };
    const line =
      '08:15:00.123 webhook charge.create #2 to http://shop.example/ Endpoint returned 500. 3 ms (fault late)';
    expect(lineOf(entry('attempt', 'a', null, details))).toBe(line);
  });

  it('does not let what others have sent drive the terminal', () => {
    const details = { method: 'GET', path: '/\u001b[2J', status: 404 };
    expect(lineOf(entry('request', 'q', null, details))).not.toContain('\u001b');
  });

  it('knows what went wrong', () => {
    const failed = [
      entry('request', '1', null, { status: 400 }),
      entry('request', '2', null, { status: 200 }),
      entry('request', '3', null, { status: null }),
      entry('attempt', '4', null, { status: 200 }),
      entry('attempt', '5', null, { status: 500 }),
      entry('attempt', '6', null, { status: null }),
      entry('event', '7', null, { key: 'charge.complete' }),
    ].filter(isFailure);
    expect(failed.map(({ id }) => id)).toEqual(['1', '5', '6']);
  });
});
