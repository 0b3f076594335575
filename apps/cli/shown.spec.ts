import { shown, shownWords } from './shown.js';

describe('a command in a report', () => {
  it.each([
    [
      ['node', 'shop.mjs', '--api-key=S3CRET'],
      ['node', 'shop.mjs', '--api-key=***'],
    ],
    [
      ['shop', '--api-key=S3 CRET', '--port=3000'],
      ['shop', '--api-key=***', '--port=3000'],
    ],
    [
      ['shop', '--token', 'S3CRET', '--verbose'],
      ['shop', '--token', '***', '--verbose'],
    ],
    [
      ['shop', '--auth', '--port', '3000'],
      ['shop', '--auth', '--port', '3000'],
    ],
    [
      ['env', 'DB_PASSWORD=S3CRET', 'node', 'keys.mjs'],
      ['env', 'DB_PASSWORD=***', 'node', 'keys.mjs'],
    ],
    [
      ['sh', '-c', "API_KEY='S3 CRET' node shop.mjs"],
      ['sh', '-c', 'API_KEY=*** node shop.mjs'],
    ],
    [
      ['shop', '{"secretKey":"S3CRET","port":1}'],
      ['shop', '{"secretKey":***,"port":1}'],
    ],
    [
      ['shop', 'skey_test_1a2b3c'],
      ['shop', 'skey_[masked]'],
    ],
    [
      ['shop', 'http://shop.example/?token=S3CRET'],
      ['shop', 'http://shop.example/?token=***'],
    ],
  ])('shows %j as %j', (words, expected) => {
    expect(shownWords(words)).toEqual(expected);
  });

  it.each([
    ['curl -H "X-Api-Key: S3CRET" shop', 'curl -H "X-Api-Key: ***" shop'],
    ['probe --client-secret S3CRET --json', 'probe --client-secret *** --json'],
    ['http://u:p@shop.example/orders/{order}?key=S3CRET', 'http://shop.example/orders/{order}?key=***'],
  ])('shows %s as %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
