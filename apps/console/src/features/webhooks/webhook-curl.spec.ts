import { webhookCurl } from './webhook-curl';

describe('a webhook as a command', () => {
  it('has its headers and its body as they were sent, without those that curl writes', () => {
    const headers = {
      'Omise-Signature': 'abc',
      host: 'shop.example',
      'content-length': '2',
      'content-type': 'application/json',
    };
    expect(webhookCurl('http://127.0.0.1:3000/hooks', headers, '{}')).toBe(
      [
        `curl -s -X POST 'http://127.0.0.1:3000/hooks'`,
        `-H 'Omise-Signature: abc'`,
        `-H 'content-type: application/json'`,
        `--data-raw '{}'`,
      ].join(' \\\n  '),
    );
  });

  it('runs nothing of what a merchant wrote', () => {
    expect(webhookCurl('http://127.0.0.1/', {}, `{"description":"it's $(id)"}`)).toContain(
      `'{"description":"it'\\''s $(id)"}'`,
    );
  });
});
