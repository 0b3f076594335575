import { openLogger } from './log.js';
import { readable } from './readable.js';

function logged(isColoured: boolean, fields: object, message: string): string {
  const lines: string[] = [];
  const output = readable({ write: (line) => lines.push(line), flush: () => undefined }, isColoured);
  openLogger('debug', output).warn(fields, message);
  return lines.join('');
}

describe('a readable log', () => {
  it('has time, level, message and fields in one line', () => {
    const fields = { reason: 'connection refused', port: 6379, host: 'redis', at: { place: 1 } };
    expect(logged(false, fields, 'queue unreachable')).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} WARN {2}queue unreachable reason='connection refused' port=6379 host=redis at=\{ place: 1 \}\n$/,
    );
  });

  it('has the stack of an error below the line', () => {
    const text = logged(false, { err: new TypeError('no such thing') }, 'request failed');
    expect(text).toMatch(/ WARN {2}request failed\nTypeError: no such thing\n +at /);
  });

  it('masks errors as JSON lines do, and passes no control characters on', () => {
    const text = logged(false, { err: new Error('card 4242424242424242\u001b[2J') }, 'failed\u001b[2J');
    expect(text).not.toContain('4242424242424242');
    expect(text).not.toContain('\u001b');
  });

  it('has colours if wanted', () => {
    expect(logged(true, {}, 'away')).toContain('\u001b[33mWARN \u001b[39m away');
  });
});
