import { isForbiddenAddress, webhookUriProblem } from './addresses.js';

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
    ['fd00:ec2::254'],
    ['[fd00:ec2::254]'],
    ['fd00:0ec2:0:0:0:0:0:0254'],
    ['64:ff9b::169.254.169.254'],
    ['2002:a9fe:a9fe::1'],
  ])('holds for %s', (address) => {
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
    ['fe7f::1'],
    ['fec0::1'],
    ['64:ff9b::10.0.0.1'],
    ['2002:0a00:0001::1'],
    ['2001:db8::1'],
    ['localhost'],
    ['shop.example'],
    ['169.254.169.254.example'],
    ['fe80.example'],
    [''],
  ])('does not hold for %s', (address) => {
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
  ])('finds nothing wrong with %s', (uri) => {
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
    [['http://a/']],
    [1],
  ])('asks for an absolute http or https address instead of %p', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBe('webhook uri must be an absolute http or https address');
  });

  it.each([['https://user@shop.example/'], ['https://user:word@shop.example/'], ['https://:word@shop.example/']])(
    'refuses the credentials in %s',
    (uri) => {
      expect(webhookUriProblem('webhook uri', uri)).toBe('webhook uri must not hold a user name or password');
    },
  );

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
  ])('sees the link-local address in %s', (uri) => {
    expect(webhookUriProblem('webhook uri', uri)).toBe('webhook uri must not be a link-local address');
  });
});
