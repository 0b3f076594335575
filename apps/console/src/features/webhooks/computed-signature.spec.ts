import { readSignature, signaturesIn } from './computed-signature';

const HEX = '0123456789abcdef'.repeat(4);
const BYTES = Uint8Array.from(HEX.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const BASE64 = btoa(String.fromCharCode(...BYTES));
const says = (text: string): readonly string[] | undefined =>
  readSignature(text)?.mistakes.map(({ says: mistake }) => mistake);

describe('a computed signature', () => {
  it('is read from hex and Base64, in quotes and with spaces around', () => {
    for (const text of [HEX, ` "${HEX}"\n`, HEX.toUpperCase(), BASE64, BASE64.replace('=', ''), btoa(HEX)])
      expect([text, readSignature(text)?.bytes]).toEqual([text, BYTES]);
    expect(says(HEX)).toEqual([]);
    expect(says(HEX.toUpperCase())).toEqual(['Your code writes upper-case hex; write lower-case hex.']);
    expect(says(BASE64)).toEqual(['Your code writes Base64; write lower-case hex.']);
    expect(says(btoa(HEX))).toEqual(['Your code writes the hex again as Base64; compare the hex.']);
    expect(says(`sha256=${HEX}`)).toEqual([
      'Your code puts a prefix before the signature; the header has the hex alone.',
    ]);
  });

  it('is not read from other texts', () => {
    for (const text of ['', 'signature mismatch', HEX.slice(1), `${HEX}0`, `${HEX},${HEX}`])
      expect([text, readSignature(text)]).toEqual([text, undefined]);
  });
});

describe('the signatures in a response', () => {
  it('are all but the known ones', () => {
    const other = HEX.replace('0', 'f');
    const answer = JSON.stringify({ error: 'signature mismatch', expected: HEX, got: other });
    expect(signaturesIn(answer, [HEX])).toEqual([other]);
    expect(signaturesIn(`expected ${other} got ${BASE64}.`, [HEX])).toEqual([other, BASE64]);
    expect(signaturesIn(`<p>&quot;${other}&quot;</p> ${other}`, [])).toEqual([other]);
  });

  it('are read from JSON with escaped slashes', () => {
    const slashes = btoa('\u00ff'.repeat(32));
    expect(slashes).toContain('/');
    expect(signaturesIn(JSON.stringify({ got: slashes }).replaceAll('/', String.raw`\/`), [])).toEqual([
      slashes,
    ]);
  });

  it('are no parts of longer words', () => {
    expect(
      signaturesIn(`${HEX}0 ${'a'.repeat(43)} x${BASE64} /srv/app/controllers/webhooks/omise_controller`, []),
    ).toEqual([]);
  });
});
