import { isForbiddenAddress, webhookUriProblem } from './addresses.js';

/** Forbidden IPv4 addresses, with their last two groups in IPv6 notation. */
const FORBIDDEN_IPV4 = [
  ['169.254.169.254', 'a9fe:a9fe'],
  ['169.254.170.23', 'a9fe:aa17'],
  ['100.100.100.200', '6464:64c8'],
  ['168.63.129.16', 'a83f:8110'],
  ['192.0.0.192', 'c000:c0'],
] as const;
/** Their neighbours, which may be anybody's. */
const ALLOWED_IPV4 = [
  ['100.100.100.201', '6464:64c9'],
  ['168.63.129.17', 'a83f:8111'],
  ['192.0.0.193', 'c000:c1'],
  ['127.0.0.1', '7f00:1'],
  ['10.0.0.1', 'a00:1'],
] as const;

/** With every bit turned around, as Teredo writes it. */
function inverted(groups: string): string {
  return groups
    .split(':')
    .map((group) => (Number.parseInt(group, 16) ^ 0xffff).toString(16))
    .join(':');
}

/** Every form of IPv6 that wraps an IPv4 address, given as `a.b.c.d` and in two groups. */
function wrapped(ipv4: string, groups: string): string[] {
  const [a, b, c, d] = ipv4.split('.').map((octet) => Number(octet).toString(16).padStart(2, '0')) as [
    string,
    string,
    string,
    string,
  ];
  const ahead = [
    '::ffff:',
    '0:0:0:0:0:FFFF:',
    '::ffff:0:',
    '64:ff9b::',
    '64:ff9b:1::',
    '64:ff9b:1:2:3:4:',
    '::',
  ];
  return [
    ...ahead.flatMap((prefix) => [`${prefix}${ipv4}`, `${prefix}${groups}`]),
    `2002:${groups}::1`,
    `2001:0:${groups}:8000:63bf:f5ff:fffe`,
    `2001::63bf:${inverted(groups)}`,
    `2001:db8::5efe:${ipv4}`,
    `fd80:1::200:5efe:${groups}`,
    `64:ff9b:1:${a}${b}:00${c}:${d}00::`,
    `64:ff9b:1:ab${a}:00${b}:${c}${d}::`,
    `64:ff9b:1:abcd:00${a}:${b}${c}:${d}00:0`,
  ];
}

describe('isForbiddenAddress', () => {
  it.each([
    ['169.254.169.254'],
    ['169.254.0.0'],
    ['169.254.255.255'],
    ['::ffff:169.254.169.254'],
    ['[::ffff:a9fe:a9fe]'],
    ['[fe80::1]'],
    ['fe80::1%eth0'],
    ['[fe80::1%25eth0]'],
    ['febf:ffff::1'],
    ['FE80::1'],
    ['fd00:ec2::23'],
    ['fd00:ec2::254'],
    ['[fd00:ec2::254]'],
    ['fd20:ce::254'],
    ['fd00:0ec2:0:0:0:0:0:0254'],
    ['[64:ff9b::169.254.169.254]'],
    ['2002:a9fe:a9fe::1%eth0'],
    ...FORBIDDEN_IPV4.flatMap(([ipv4, groups]) =>
      [ipv4, ...wrapped(ipv4, groups)].map((address) => [address]),
    ),
  ])('forbids %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['192.168.1.1'],
    ['169.253.255.255'],
    ['169.255.0.0'],
    ['0.0.0.0'],
    ['::1'],
    ['[::1]'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['fd00:ec2::253'],
    ['fd00:ec2::24'],
    ['fd20:ce::253'],
    ['fe7f::1'],
    ['fec0::1'],
    ...ALLOWED_IPV4.flatMap(([ipv4, groups]) => [ipv4, ...wrapped(ipv4, groups)].map((address) => [address])),
    ['2001:db8::1'],
    ['2001:db8::a9fe:a9fe'],
    ['2001:db8::5eff:a9fe:a9fe'],
    ['2001:db8::100:5efe:a9fe:a9fe'],
    ['2001:1::5601:5601'],
    ['64:ff9b:2::a9fe:a9fe'],
    ['2003:a9fe:a9fe::1'],
    ['localhost'],
    ['shop.example'],
    ['169.254.169.254.example'],
    ['fe80.example'],
    [''],
  ])('allows %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });
});

describe('webhookUriProblem', () => {
  it.each([
    ['https://shop.example/hook?key=1'],
    ['http://localhost:3000/'],
    ['http://127.0.0.1:3000/'],
    ['http://10.0.0.1/'],
    ['http://[::1]:3000/'],
    ['HTTP://SHOP.EXAMPLE'],
  ])('accepts %s', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBeUndefined();
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['/hook'],
    ['shop.example'],
    ['shop.example:80'],
    ['ftp://shop.example/'],
    ['http://'],
    ['http:///shop.example/hook'],
    ['https:////shop.example'],
    ['http:/shop.example'],
    [['http://a/']],
    [1],
  ])('rejects %p, which is not an absolute http or https address', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBe('webhook uri must be an absolute http or https URL');
  });

  it.each(['http://shop.example:0/hook', 'https://127.0.0.1:0', 'http://[::1]:00000/'])(
    'rejects the port of %s',
    (uri) => {
      expect(webhookUriProblem('webhook uri', uri)).toBe('webhook uri must not use port 0');
    },
  );

  it.each([
    ['https://user@shop.example/'],
    ['https://user:word@shop.example/'],
    ['https://:word@shop.example/'],
  ])('rejects the credentials in %s', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBe(
      'webhook uri must not contain a user name or password',
    );
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data'],
    ['http://169.254.169.254./'],
    ['http://2852039166/'],
    ['http://0xa9fea9fe/'],
    ['http://0xa9.0xfe.0xa9.0xfe/'],
    ['http://0251.0376.0251.0376/'],
    ['http://169.254.43518/'],
    ['http://①⑥⑨.254.169.254/'],
    ['http://[::ffff:169.254.169.254]/'],
    ['http://[fe80::1]/'],
    ['http://[fd00:ec2::254]/'],
    ['http://168.63.129.16/'],
    ['http://[::ffff:0:168.63.129.16]/'],
  ])('rejects the link-local or metadata address in %s', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBe(
      'webhook uri must not be a link-local or metadata address',
    );
  });
});
