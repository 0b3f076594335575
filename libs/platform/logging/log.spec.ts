import type { Logger } from 'pino';
import { openLogger } from './log.js';

const CARD = '4242424242424242';
const SECRET = 'skey_test_5xyz0123456789abcde';

/** Everything that is logged, as text. */
function logged(write: (logger: Logger) => void): string {
  const lines: string[] = [];
  write(openLogger('debug', { write: (line) => lines.push(line) }));
  return lines.join('');
}

describe('the log', () => {
  it.each<[string, unknown]>([
    ['its message', new Error(`cannot store ${CARD} for ${SECRET}`)],
    ['what caused it', new Error('failed', { cause: new Error(`Invalid value ${CARD}, ${SECRET}`) })],
    ['a field of it', Object.assign(new Error('failed'), { parameters: [CARD, SECRET] })],
    ['what was thrown that is no error', `${CARD} ${SECRET}`],
    [
      'its name',
      Object.assign(new Error('failed'), {
        name: 'PostgresError',
        detail: `Key (number)=(${CARD}) (${SECRET})`,
      }),
    ],
  ])('has no card number and no secret key of an error, where they are in %s', (_, error) => {
    const text = logged((logger) => logger.error({ err: error }, 'request failed'));
    expect(text).toContain('request failed');
    expect(text).not.toContain(CARD);
    expect(text).not.toContain('5xyz');
  });

  it('has none in the reason of a warning, nor a password of an address', () => {
    const text = logged((logger) =>
      logger.warn({ reason: `${CARD} ${SECRET} at postgres://tollgate:s3cret@db:5432/x` }, 'away'),
    );
    for (const secret of [CARD, '5xyz', 's3cret']) expect(text).not.toContain(secret);
    expect(text).toContain('postgres://tollgate:[masked]@db:5432/x');
  });

  it('tells an error’s type, message and stack', () => {
    const { err } = JSON.parse(
      logged((logger) => logger.error({ err: new TypeError('no such thing') }, 'failed')),
    ) as { err: object };
    expect(err).toMatchObject({
      type: 'TypeError',
      message: 'no such thing',
      stack: expect.stringContaining('log.spec') as string,
    });
  });
});
