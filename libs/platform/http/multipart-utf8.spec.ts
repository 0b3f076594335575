import { MultipartUtf8 } from './multipart-utf8.js';

/** Judges a body that arrives in pieces of `size` bytes. */
function isUtf8(parts: readonly (readonly [header: string, content: string])[], size: number): boolean {
  const text = parts.map(([header, content]) => `--x\r\n${header}\r\n\r\n${content}\r\n`).join('');
  const body = Buffer.from(`${text}--x--\r\n`, 'latin1');
  const check = new MultipartUtf8('multipart/form-data; charset=utf-8; boundary="x"');
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size),
  );
  return pieces.map((piece) => check.take(piece)).every(Boolean);
}

/** UTF-8 with a character for each byte. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

describe.each([1, 7, 1_000])('a multipart body in pieces of %d bytes', (size) => {
  it.each([
    ['a file', 'name="file"; filename="a.png"', '\xff\r\n\r\n\xff--x\r\n-'],
    ['the replacement character in a name', `name="file"; filename="${bytes('a\ufffd.png')}"`, ''],
    ['it percent-encoded', "name=file; filename*=UTF-8''a%EF%BF%BD.png", ''],
    ['a per cent sign in a name', 'name="file"; filename="50%FF.png"', ''],
    ['the replacement character in a field', 'name="note"', bytes('\ufffd')],
  ])('can have %s', (_, header, content) => {
    const part = [`Content-Disposition: form-data; ${header}`, content] as const;
    expect(isUtf8([part, part], size)).toBe(true);
  });

  it.each([
    ['name of a file', 'name="file"; filename="a\xe9.png"', 'a'],
    ['percent-encoded name of a file', "name=file; filename*=UTF-8''a%FF.png", 'a'],
    ['name of a field', 'name="\xe9"', 'a'],
    ['field', 'name="note"', '\xe9'],
  ])('cannot have a %s that is not UTF-8', (_, header, content) => {
    const part = [`Content-Disposition: form-data; ${header}`, content] as const;
    const file = ['Content-Disposition: form-data; name="file"; filename="b"', '\xff'] as const;
    expect(isUtf8([part, file], size)).toBe(false);
    expect(isUtf8([file, part], size)).toBe(false);
  });
});
