import { ApiError } from '#kernel/errors.js';
import { decideDocument, MAX_DOCUMENTS } from './document.rules.js';

const bytes = (...beginning: number[]): Uint8Array => Uint8Array.from([...beginning, 1, 2, 3]);
const PNG = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG = bytes(0xff, 0xd8, 0xff);
const PDF = bytes(...Buffer.from('%PDF-1.7'));

describe('a stored document', () => {
  it.each([
    ['photo.png', PNG, 'image/png'],
    ['photo.jpg', JPEG, 'image/jpeg'],
    ['photo.of.me.JPEG', JPEG, 'image/jpeg'],
    ['receipt.pdf', PDF, 'application/pdf'],
    ['blob', PDF, 'application/pdf'],
  ])('has the type of its content: %s', (name, content, contentType) => {
    expect(decideDocument({ name, content }, 0)).toEqual({ filename: name, contentType });
  });

  it('has its name without characters that cannot be stored or shown', () => {
    expect(decideDocument({ name: 'ใบเสร็จ\u0000\r\n.pdf', content: PDF }, 0).filename).toBe('ใบเสร็จ___.pdf');
    expect(decideDocument({ name: 'a\ud800.pdf', content: PDF }, 0).filename).toBe('a\ufffd.pdf');
  });
});

describe('a document', () => {
  const notAllowed = new ApiError('invalid_file_type');

  it.each([
    ['photo.png', PDF],
    ['receipt.pdf', JPEG],
    ['photo.png', Uint8Array.from([])],
    ['photo.png', PNG.subarray(0, 7)],
    ['notes.txt', bytes(...Buffer.from('hello'))],
    ['page.html', PNG],
    ['photo.', PNG],
  ])('is rejected if its content does not fit its name: %s', (name, content) => {
    expect(() => decideDocument({ name, content }, 0)).toThrow(notAllowed);
  });

  it('is rejected if its name is too long', () => {
    const name = `${'x'.repeat(252)}.png`;
    expect(() => decideDocument({ name, content: PNG }, 0)).toThrow(
      new ApiError('bad_request', 'file name is too long (maximum is 255 characters)'),
    );
    expect(decideDocument({ name: name.slice(1), content: PNG }, 0).filename).toHaveLength(255);
  });

  it('is rejected if the dispute has the maximum number', () => {
    expect(decideDocument({ name: 'a.png', content: PNG }, MAX_DOCUMENTS - 1)).toBeDefined();
    expect(() => decideDocument({ name: 'a.png', content: PNG }, MAX_DOCUMENTS)).toThrow(
      new ApiError('bad_request', 'a dispute has at most 20 documents; delete one first'),
    );
  });
});
