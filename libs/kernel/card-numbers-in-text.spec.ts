import { Script } from 'node:vm';
import { holdsCardNumber, withoutCardNumbers } from './card-numbers-in-text.js';

/**
 * Far longer than it takes, also on a slow machine that is busy. Work that does not give way is broken off
 * then.
 */
const LIMIT_MS = 90_000;

/** In hex, of "digest 60792", with the digits of a card number. */
const DIGEST = 'a4011228389646460d321a2f79c2e5becda979fa08c15aa6c0380eb4257dbad7';
const MASKED_DIGEST = DIGEST.replace('4011228389646460', '[card number]');

describe('withoutCardNumbers', () => {
  it.each([
    ['token 4242424242424242 was not found', 'token [card number] was not found'],
    ['token 4242 4242 4242 4242 was not found', 'token [card number] was not found'],
    ['GET /tokens/4242-4242-4242-4242 was not found', 'GET /tokens/[card number] was not found'],
    ['4242 - 4242 - 4242 - 4242', '[card number]'],
    ['4242.4242.4242.4242', '[card number]'],
    ['4242\u00a04242\u200b4242\u20134242', '[card number]'],
    ['４２４２４２４２４２４２４２４２', '[card number]'],
    ['tokn_test_4242424242424242', 'tokn_test_[card number]'],
    ['378282246310005 and 36021042000004', '[card number] and [card number]'],
    ['6447032400000000001', '[card number]'],
    ['a brand that is not supported: 5018000000000009', 'a brand that is not supported: [card number]'],
    ['with its code behind it: 4242424242424242123', 'with its code behind it: [card number]'],
    ['with its date before it: 12/40 4242424242424242', 'with its date before it: [card number]'],
    ['4242\n4242\t4242\r\n4242', '[card number]'],
    [String.raw`{"a":"4242\n4242\n4242\n4242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"4242\t4242\r\n4242\f4242","b":1}`, '{"a":"[card number]","b":1}'],
    [String.raw`{"4242\n4242\n4242\n4242":1}`, '{"[card number]":1}'],
    [String.raw`{"a":"4242\u00204242\u00a04242\u20134242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"4242\u00A04242\u002d4242\u002E4242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"4242\/4242\/4242 \n 4242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"4242 \u2013 4242 - 4242.4242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"\u0034242424242424242"}`, '{"a":"[card number]"}'],
    [String.raw`{"a":"\uff14242\n424242424242"}`, '{"a":"[card number]"}'],
    [
      String.raw`{"a":"{\"b\":\"4242\\n4242\\n4242\\n4242\"}"}`,
      String.raw`{"a":"{\"b\":\"[card number]\"}"}`,
    ],
    ['4242:4242:4242:4242', '[card number]'],
    ['so 4242|4242|4242|4242 it is', 'so [card number] it is'],
    ['4242+4242+4242+4242', '[card number]'],
    ['4242    4242    4242    4242', '[card number]'],
    ['4:2:4:2:4:2:4:2:4:2:4:2:4:2:4:2', '[card number]'],
    ['4242:4242:4242:4242:12/40:123', '[card number]'],
    ['4242%204242%204242%204242', '[card number]'],
    ['a=%34242%C2%A04242%252D4242%3a4242&b', 'a=[card number]&b'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '[card number]'],
    ['۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲ और ४२४२४२४२४२४२४२४२', '[card number] और [card number]'],
    [String.raw`{"a":"4242\n : 4242 ; 4242\t\t| 4242"}`, '{"a":"[card number]"}'],
    [`${DIGEST}0: a digit more than a digest`, `${MASKED_DIGEST}0: a digit more than a digest`],
    [`${DIGEST.slice(1)}: a digit less`, `${MASKED_DIGEST.slice(1)}: a digit less`],
    [`${DIGEST.replace('0d3', '0D3')}: in two cases`, `${MASKED_DIGEST.replace(']d3', ']D3')}: in two cases`],
    [`${DIGEST.replace('0d3', '0g3')}: no hex`, `${MASKED_DIGEST.replace(']d3', ']g3')}: no hex`],
    ['abcdef4242424242424242'.padEnd(64, '1'), 'abcdef[card number]'],
    ['4242424242424242'.padEnd(64, '1'), '[card number]'],
    [`${'a'.repeat(48)}4242 4242 4242 4242`, `${'a'.repeat(48)}[card number]`],
    [`${'a'.repeat(52)}424242424242 4242`, `${'a'.repeat(52)}[card number]`],
    [`${'a'.repeat(64)} 4242424242424242`, `${'a'.repeat(64)} [card number]`],
    [`among many digits: ${'1'.repeat(80)}`, 'among many digits: [card number]'],
  ])('masks %j', (text, masked) => {
    expect(withoutCardNumbers(text)).toBe(masked);
    expect(holdsCardNumber(text)).toBe(true);
  });

  it.each([
    '',
    'token tokn_test_60abc1d2e3f4g5h6i7j was not found',
    'the check digit is wrong: 1242424242424241',
    'too short: 424242424242',
    'account_test_0000000000000000000',
    '2026-11-21T08:15:00Z',
    'amount must be less than 15000001',
    '+66 81 234 5678',
    'api_version must be one of 2014-07-27, 2015-11-17, 2017-11-02, 2019-05-29',
    '2014-07-27 2015-11-17 2017-11-02 2019-05-29',
    '2014-07-27/2015-11-17/2017-11-02/2019-05-29',
    String.raw`{"a":"2014-07-27\n2015-11-17\n2017-11-02\n2019-05-29"}`,
    String.raw`{"a":"too short: 4242\n4242\n4242"}`,
    String.raw`{"a":"4242\u0e014242\u0e014242\u0e014242"}`,
    String.raw`C:\new\4242`,
    'ﬁne: ½ and ２',
    '2026-11-21 08:15:00 UTC',
    '2026-11-21T08:15:00.123+07:00, 2026-11-22T08:15:00.123+07:00',
    '2026-11-27T23:40:30.115880+00:00',
    '2026-11-27 22:21:00.493218+00:00',
    'connect ECONNREFUSED 192.168.100.200:54321',
    '4e242424-2424-4242-8242-424242424242',
    '01936f5e-4242-7424-9242-424242424242',
    'clkm_2132c4b7-2572-0375-1701-500056fd9a34',
    DIGEST,
    DIGEST.toUpperCase(),
    `{"error":"signature mismatch","expected":"${DIGEST}","got":"sha256=${DIGEST}"}`,
    '{"a":"4242","4242":4242,"":"4242"}',
    'chrg_test_69rfh304jmg4o91wcem',
    '/charges/chrg_test_60aaaaaaaaaaaaaaaa1?limit=20&offset=100',
    '{"installment_terms":[3,4,6,10],"amount":{"min":200000}}',
    '100% of 42%20and 4242',
    'ราคา ๔๒๔๒ บาท',
  ])('leaves %j as it is', (text) => {
    expect(withoutCardNumbers(text)).toBe(text);
    expect(holdsCardNumber(text)).toBe(false);
  });

  // A quadratic search takes many times the limit.
  it.each([
    '4',
    '4 ',
    '4   ',
    '4:',
    '4242424242x',
    '4242424242::::::::x',
    ' - ',
    '4\\n',
    '4242424242\\x',
    '\\u003',
  ])('goes once through a million characters of %j', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const look = new Script('holdsCardNumber(text)');
    const found = look.runInNewContext({ holdsCardNumber, text }, { timeout: LIMIT_MS });
    expect(found).toBe(piece.startsWith('4') && !piece.endsWith('x'));
  });
});
