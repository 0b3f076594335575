import { contentsOf, contentsText, type FileContents } from './file-contents';

const HEADER = { tollgate: 'snapshot', version: 1, personal_data: false };
const CASE = { ...HEADER, bundle: { object: 'chrg_test_60aaaaaaaaaaaaaaaa1' } };
const CHARGE = { table: 'charge', id: 'chrg_test_60aaaaaaaaaaaaaaaa1', metadata: { order: '1042' } };
const TRAILER = { rows: 3, orders: 1, sha256: 'ab' };

const read = (lines: readonly unknown[], name = 'case.tollgate'): Promise<FileContents> => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return contentsOf({ name, stream: () => new Blob([text]).stream() });
};

describe('contentsOf', () => {
  it('returns the object, the order and the rows of a bundle', async () => {
    const webhook = { table: 'webhook_delivery' };
    const contents = await read([CASE, { entry: {} }, CHARGE, webhook, webhook, TRAILER]);
    expect(contents).toEqual({
      object: CASE.bundle.object,
      order: '1042',
      hasPersonalData: false,
      counts: { charge: 1, webhook_delivery: 2 },
    });
    expect(contentsText('case.tollgate', contents)).toBe(
      'case.tollgate holds 1 charge, 2 webhooks, without personal data.',
    );
  });

  it('returns no order of a snapshot', async () => {
    const contents = await read([{ ...HEADER, personal_data: true }, CHARGE, CHARGE, TRAILER]);
    expect(contents).toMatchObject({ object: undefined, order: undefined, counts: { charge: 2 } });
    expect(contentsText('paid.ndjson', contents)).toBe('paid.ndjson holds 2 charges, with personal data.');
  });

  it.each([
    ['a text', ['Dear colleague'], 'notes.txt is neither a bundle nor an exported snapshot.'],
    ['other JSON', ['[1]'], 'notes.txt is neither a bundle nor an exported snapshot.'],
    ['an empty file', [], 'notes.txt is empty.'],
    ['a cut file', [HEADER, CHARGE], 'notes.txt is incomplete: its last line is missing.'],
  ])('rejects %s', async (_, lines, message) => {
    await expect(read(lines, 'notes.txt')).rejects.toThrow(message);
  });
});
