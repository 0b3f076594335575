import { inCause, isFailure, lineOf, type TimelineEntry } from './timeline.js';

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
  it('has what a request caused below it, and the rest where it was', () => {
    const entries = [
      entry('event', 'e1', 'r1'),
      entry('clock', 'c', null),
      entry('request', 'q1', 'r1'),
      entry('attempt', 'a1', 'r1'),
    ];
    expect(inCause(entries).map(({ id }) => id)).toEqual(['q1', 'e1', 'a1', 'c']);
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
