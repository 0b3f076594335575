import { newKeyNonce, sandboxKeys } from './sandbox-keys.js';

const SECRET = Buffer.alloc(32, 7).toString('base64');

describe('the keys of a sandbox', () => {
  it('are always the same, and as long as those of the service', () => {
    const nonce = newKeyNonce();
    const keys = sandboxKeys(SECRET, 'ci', nonce);
    expect(sandboxKeys(SECRET, 'ci', nonce)).toEqual(keys);
    expect(Object.values(keys)).toEqual([
      expect.stringMatching(/^pkey_test_[0-9a-z]{19}$/),
      expect.stringMatching(/^skey_test_[0-9a-z]{19}$/),
      expect.stringMatching(/^pkey_[0-9a-z]{19}$/),
      expect.stringMatching(/^skey_[0-9a-z]{19}$/),
    ]);
  });

  it('keep their 32 hex digits in older sandboxes', () => {
    const keys = sandboxKeys(SECRET, 'ci', 'nonce');
    expect(keys.testSecret).toBe('skey_test_17cbb923dac660aa4c9eaf46aa5d1d77');
    expect(Object.values(keys)).toEqual([
      expect.stringMatching(/^pkey_test_[0-9a-f]{32}$/),
      expect.stringMatching(/^skey_test_[0-9a-f]{32}$/),
      expect.stringMatching(/^pkey_[0-9a-f]{32}$/),
      expect.stringMatching(/^skey_[0-9a-f]{32}$/),
    ]);
  });

  it('differ from each other, from other sandboxes’ keys, and from a later sandbox’s with the same name', () => {
    const all = [
      sandboxKeys(SECRET, 'ci', '36.nonce'),
      sandboxKeys(SECRET, 'ci', '36.another'),
      sandboxKeys(SECRET, 'cin', '36.once'),
      sandboxKeys(Buffer.alloc(32, 8).toString('base64'), 'ci', '36.nonce'),
    ].flatMap(({ testPublic, testSecret, livePublic, liveSecret }) =>
      [testPublic, testSecret, livePublic, liveSecret].map((key) => key.split('_').at(-1)),
    );
    expect(new Set(all).size).toBe(16);
  });
});
