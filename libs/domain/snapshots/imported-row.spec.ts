import { importedRow } from './imported-row.js';

const ROW = {
  ...{ id: 'clkm_2132c4b7-2572-0375-1701-500056fd9a34', action: 'advance', status: 'done', runs_on: false },
  ...{ from_at: '2031-02-03T04:05:06.000Z', to_at: '2031-02-03T05:05:06.000Z', started_at: '2026-11-22T16:10:07.217Z' },
  ...{ ended_at: '2026-11-22T16:10:07.241Z', claimed_until: null, listener_pid: null, why: null, request_id: null },
};
const MOVE = { table: 'clock_move', ...ROW };

describe('a row of a file', () => {
  it('may have a UUID whose digits look like a card number', () => {
    expect(importedRow(MOVE, 1, false)).toEqual({ row: ROW });
    const named = { ...MOVE, request_id: '00000000-2572-0375-1701-500056fd9a34' };
    expect(importedRow(named, 1, false)).not.toHaveProperty('problem');
  });

  it('may not have a card number elsewhere', () => {
    const problem = 'it holds a card number or a secret key';
    expect(importedRow({ ...MOVE, why: 'it was 4242-4242-4242-4242' }, 1, false)).toEqual({ problem });
    expect(importedRow({ ...MOVE, request_id: '2572-0375-1701-5000' }, 1, false)).toEqual({ problem });
  });
});
