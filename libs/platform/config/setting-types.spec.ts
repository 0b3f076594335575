import * as read from './setting-types.js';
import { SettingError } from './setting-error.js';

/** `undefined` for a text that is invalid. */
function valueOf<T>(type: read.SettingType<T>, text: string): T | undefined {
  const result = read.parse(type, text);
  return 'value' in result ? result.value : undefined;
}

describe('apply', () => {
  it('gives the value, or throws the problem under the name of the setting', () => {
    expect(read.apply('API_PORT', '7400', read.port)).toBe(7400);
    expect(() => read.apply('API_PORT', 'x', read.port)).toThrow(SettingError);
    expect(() => read.apply('API_PORT', 'x', read.port)).toThrow(
      'API_PORT: must be a whole number from 1 to 65535, not "x"',
    );
  });
});

describe('a host', () => {
  it.each([
    ['127.0.0.1'],
    ['0.0.0.0'],
    ['::'],
    ['::1'],
    ['fe80::1%eth0'],
    ['localhost'],
    ['pay.example.com'],
    ['db-1'],
    ['a'],
  ])('may be %s', (host) => {
    expect(valueOf(read.host, host)).toBe(host);
  });

  it.each([['-a'], ['a-'], ['.a'], ['a b'], ['http://a'], ['a:80'], ['[::1]'], ['a/b'], ['a_b']])(
    'may not be %s',
    (host) => {
      expect(valueOf(read.host, host)).toBeUndefined();
    },
  );
});

describe('a whole number', () => {
  it.each([
    ['1', 1],
    ['65535', 65_535],
    ['0080', 80],
  ])('is read from %s', (text, number) => {
    expect(valueOf(read.port, text)).toBe(number);
  });

  it('shows what it refuses on one line', () => {
    expect(read.parse(read.port, '80\n"81"')).toEqual({
      problem: 'must be a whole number from 1 to 65535, not "80\\n\\"81\\""',
    });
  });

  it.each([['0'], ['65536'], ['-1'], ['+1'], ['1.0'], ['1e3'], ['0x50'], [''], [' 1'], ['9'.repeat(16)]])(
    'is not read from %p',
    (text) => {
      expect(valueOf(read.port, text)).toBeUndefined();
    },
  );

  it('keeps to its own limits, both included', () => {
    expect(['0', '1', '3', '4'].map((text) => valueOf(read.wholeNumber(1, 3), text))).toEqual([
      undefined,
      1,
      3,
      undefined,
    ]);
  });
});

describe('true or false', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', undefined],
    ['1', undefined],
    ['yes', undefined],
    ['', undefined],
  ])('is what %p is read as', (text, value) => {
    expect(valueOf(read.boolean, text)).toBe(value);
  });
});

describe('one of some choices', () => {
  it('is taken as it is spelt', () => {
    const reader = read.oneOf(['strict', 'lenient']);
    expect(valueOf(reader, 'lenient')).toBe('lenient');
    expect(valueOf(reader, 'Lenient')).toBeUndefined();
    expect(read.parse(reader, 'loose')).toEqual({ problem: 'must be one of strict, lenient, not "loose"' });
  });
});

describe('a public address', () => {
  it.each([
    ['http://localhost:7400', 'http://localhost:7400'],
    ['https://pay.example.com/', 'https://pay.example.com'],
    ['https://example.com/pay//', 'https://example.com/pay'],
  ])('%s is kept as %s', (address, kept) => {
    expect(valueOf(read.httpUrl, address)).toBe(kept);
  });

  it.each([
    ['example.com'],
    ['localhost:7400'],
    ['ftp://example.com'],
    ['https://example.com/?a=1'],
    ['https://example.com/#a'],
    ['/'],
    ['http:///example.com'],
    ['http:/example.com'],
  ])('may not be %s', (address) => {
    expect(read.parse(read.httpUrl, address)).toEqual({
      problem: `must be an http or https address, not "${address}"`,
    });
  });
});

describe('an API key', () => {
  it.each([
    ['pkey_test_', 'pkey_test_a'],
    ['skey_test_', 'skey_test_test_a'],
    ['skey_', 'skey_A1_b'],
    ['skey_', `skey_${'a'.repeat(100)}`],
    ['skey_', 'skey_testing'],
  ] as const)('that starts with %s may be %s', (prefix, key) => {
    expect(valueOf(read.key(prefix), key)).toBe(key);
  });

  it.each([
    ['pkey_test_', 'pkey_test_'],
    ['pkey_test_', 'pkey_a'],
    ['pkey_test_', 'skey_test_a'],
    ['skey_', 'skey_test_a'],
    ['skey_', 'pkey_a'],
    ['skey_', 'skey_a-b'],
    ['skey_', 'skey_a b'],
    ['skey_', ` skey_a`],
    ['skey_', `skey_${'a'.repeat(101)}`],
  ] as const)('that starts with %s may not be %s', (prefix, key) => {
    expect(valueOf(read.key(prefix), key)).toBeUndefined();
  });

  it('says how a live one differs from one of test mode', () => {
    expect(read.parse(read.key('skey_'), 'x')).toEqual({
      problem: 'must be skey_ followed by letters, digits or _, and not by test_',
    });
    expect(read.parse(read.key('skey_test_'), 'x')).toEqual({
      problem: 'must be skey_test_ followed by letters, digits or _',
    });
  });
});

describe('a base64 secret', () => {
  const bytes = (length: number) => Buffer.alloc(length, 0xfb).toString('base64');

  it.each([[bytes(16)], [bytes(17)], [bytes(32)], [bytes(16).replace(/=+$/, '')]])('may be %s', (secret) => {
    expect(valueOf(read.base64, secret)).toBe(secret);
  });

  it.each([
    ['too short', bytes(15)],
    ['not base64', 'a secret that is long enough to be one'],
    ['base64 of the URL kind', bytes(33).replaceAll('+', '-').replaceAll('/', '_')],
    ['cut off', `${bytes(18)}x`],
    ['broken over lines', `${bytes(18)}\n${bytes(18)}`],
  ])('is refused when it is %s', (_, secret) => {
    expect(read.parse(read.base64, secret)).toEqual({
      problem: 'must be base64 of at least 16 bytes, such as the output of "openssl rand -base64 32"',
    });
  });
});

describe('a country', () => {
  it.each([
    ['TH', 'TH'],
    ['my', 'MY'],
    ['THA', undefined],
    ['T', undefined],
    ['T1', undefined],
    ['XX', undefined],
    ['UK', undefined],
  ])('%s is read as %s', (text, country) => {
    expect(valueOf(read.country, text)).toBe(country);
  });
});

describe('a list', () => {
  it.each([
    ['', []],
    ['a, 127.0.0.1 ,b', ['a', '127.0.0.1', 'b']],
  ])('of %p is %p', (text, items) => {
    expect(valueOf(read.hosts, text)).toEqual(items);
  });

  it.each([
    [
      read.hosts,
      'a,b c',
      'must be a comma-separated list of host names and IP addresses, such as tollgate.internal, without "b c"',
    ],
    [
      read.hosts,
      'a,',
      'must be a comma-separated list of host names and IP addresses, such as tollgate.internal, without ""',
    ],
    [
      read.origins,
      'https://a.example,*',
      'must be a comma-separated list of origins, such as https://shop.example, without "*"',
    ],
    [
      read.domainNames,
      'a.example,::1',
      'must be a comma-separated list of domain names, such as api.pay.example, without "::1"',
    ],
  ])('names the item that is invalid: %#', (type, text, problem) => {
    expect(read.parse<readonly string[]>(type, text)).toEqual({ problem });
  });
});

describe('waits', () => {
  it.each([
    ['5s,5m', [5000, 300_000]],
    ['500ms', [500]],
    ['7', [7000]],
    ['2h', [7_200_000]],
    [' 1s , 2 ', [1000, 2000]],
    ['0s', [0]],
    ['720h', [2_592_000_000]],
  ])('%p are read as %p', (text, delays) => {
    expect(valueOf(read.durations, text)).toEqual(delays);
  });

  it.each([
    ['1s,'],
    [','],
    ['5 s'],
    ['5w'],
    ['5S'],
    ['-5s'],
    ['1.5s'],
    ['s'],
    ['soon'],
    ['721h'],
    ['2592000001ms'],
    ['5s;5m'],
  ])('are refused as %p', (text) => {
    expect(read.parse(read.durations, text)).toEqual({
      problem: `must be a comma-separated list of at most 50 durations of at most 30 days, such as 5s,5m,2h, not "${text}"`,
    });
  });

  it('may be fifty', () => {
    expect(valueOf(read.durations, Array(50).fill('1s').join(','))).toHaveLength(50);
    expect(valueOf(read.durations, Array(51).fill('1s').join(','))).toBeUndefined();
  });
});

describe('where a host can be reached', () => {
  it.each([['127.0.0.1'], ['127.1.2.3'], ['::1'], ['0:0:0:0:0:0:0:1'], ['::ffff:127.0.0.1'], ['localhost']])(
    'is here only for %s',
    (host) => {
      expect(read.isLoopback(host)).toBe(true);
    },
  );

  it.each([
    ['0.0.0.0'],
    ['::'],
    ['192.168.1.10'],
    ['10.0.0.1'],
    ['126.255.255.255'],
    ['128.0.0.1'],
    ['::2'],
    ['localhost.example'],
    ['tollgate'],
    ['0'],
  ])('is elsewhere too for %s', (host) => {
    expect(read.isLoopback(host)).toBe(false);
  });

  it.each([
    ['0.0.0.0', true],
    ['::', true],
    ['127.0.0.1', false],
    ['::1', false],
  ])('on every address of the machine is %p: %p', (host, any) => {
    expect(read.isAnyAddress(host)).toBe(any);
  });
});
