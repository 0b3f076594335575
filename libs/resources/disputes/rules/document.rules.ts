import { fail } from '#kernel/errors.js';

/** The largest file, in bytes, and the most files that one dispute may have (docs/fidelity.md D11). */
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
export const MAX_DOCUMENTS = 20;
const MAX_FILENAME_LENGTH = 255;

interface FileType {
  readonly contentType: string;
  /** First bytes of every file of this type. */
  readonly signature: readonly number[];
  readonly extensions: readonly string[];
}

const FILE_TYPES: readonly FileType[] = [
  {
    contentType: 'image/png',
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    extensions: ['png'],
  },
  { contentType: 'image/jpeg', signature: [0xff, 0xd8, 0xff], extensions: ['jpg', 'jpeg'] },
  { contentType: 'application/pdf', signature: [0x25, 0x50, 0x44, 0x46, 0x2d], extensions: ['pdf'] },
];

export interface SentFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * The stored name and type of a file. The type follows from the content; an extension may be missing but not
 * contradict it. Throws `invalid_file_type`, and `bad_request` for a name that is too long or a file too
 * many.
 */
export function decideDocument(
  { name, content }: SentFile,
  documentCount: number,
): { filename: string; contentType: string } {
  const type = FILE_TYPES.find(({ signature }) => signature.every((byte, index) => content[index] === byte));
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
  if (!type || (extension !== undefined && !type.extensions.includes(extension)))
    return fail('invalid_file_type');
  if (name.length > MAX_FILENAME_LENGTH)
    fail('bad_request', `file name is too long (maximum is ${MAX_FILENAME_LENGTH} characters)`);
  if (documentCount >= MAX_DOCUMENTS)
    fail('bad_request', `a dispute has at most ${MAX_DOCUMENTS} documents; delete one first`);
  return { filename: name.toWellFormed().replaceAll(/\p{Cc}/gu, '_'), contentType: type.contentType };
}
