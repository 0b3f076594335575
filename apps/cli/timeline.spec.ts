import { inOrder, isFailure, lineOf, type TimelineEntry } from './timeline.js';

const plain = (_colour: string, text: string): string => text;

function entry(
  kind: string,
  id: string,
  request: string | null,
  details: TimelineEntry['details'] = {},
): TimelineEntry {
  const at = '2026-01-31T08:15:00.123Z';
  return { kind, id, livemode: false, object_id: null, request_id: request, at, machine_at: at, details };
}

describe('a timeline', () => {
  it('is sorted by the sandbox’s time, then the machine’s, with a request above its effects', () => {
    const at = (id: string, kind: string, time: string, machine = time): TimelineEntry => ({
      ...entry(kind, id, 'r1'),
      at: `2026-02-0${time}Z`,
      machine_at: `2026-01-3${machine}Z`,
    });
    const entries = [
      at('late', 'attempt', '7T08:15:00.300', '1T08:15:01.000'),
      at('frozen', 'event', '1T08:15:00.200', '1T08:15:00.400'),
      at('effect', 'event', '1T08:15:00.200', '1T08:15:00.300'),
      at('request', 'request', '1T08:15:00.200', '1T08:15:00.300'),
      at('first', 'event', '1T08:15:00.100', '1T08:15:02.000'),
    ];
    expect(inOrder(entries).map(({ id }) => id)).toEqual(['first', 'request', 'effect', 'frozen', 'late']);
  });

  it('shows the sandbox’s time, with the day once its clock has moved', () => {
    const moved = { ...entry('event', 'e', null, { key: 'charge.expire' }), at: '2026-02-07T09:00:00.500Z' };
    expect(lineOf(moved, plain)).toBe('2026-02-07 09:00:00.500   charge.expire');
    const real = { ...moved, machine_at: '2026-02-07T09:00:00.480Z' };
    expect(lineOf(real, plain)).toBe('09:00:00.500   charge.expire');
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
    expect(lineOf(entry('request', 'q', 'r', details), plain)).toBe(
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
      '08:15:00.123   webhook charge.create #2 to http://shop.example/ Endpoint returned 500. 3 ms (fault late)';
    expect(lineOf(entry('attempt', 'a', 'r', details), plain)).toBe(line);
  });

  it('does not let what others have sent drive the terminal', () => {
    const details = { method: 'GET', path: '/\u001b[2J', status: 404 };
    expect(lineOf(entry('request', 'q', 'r', details), plain)).not.toContain('\u001b');
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
