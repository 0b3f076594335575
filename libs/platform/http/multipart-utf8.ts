import { isUtf8 } from 'node:buffer';
import { isEncodedUtf8 } from './encoded-utf8.js';

const HEADER_END = '\r\n\r\n';
const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i;
const FILE = /\bfilename\*?=/i;
/** A name in the form of RFC 5987 is percent-encoded. */
const ENCODED_NAME = /\bfilename\*=utf-8/i;
/** More than the longest header or field that the parser reads. */
const MAX_TEXT = 64 * 1024;

/** Finds bytes that are not UTF-8 in a multipart body, except in the contents of files. */
export class MultipartUtf8 {
  private readonly delimiter: string;
  private within: 'header' | 'field' | 'file' = 'file';
  /** The received bytes of the present header, field or file, each as a character. */
  private rest = '\r\n';

  constructor(contentType: string) {
    const [, quoted, plain = ''] = BOUNDARY.exec(contentType) ?? [];
    this.delimiter = `\r\n--${quoted ?? plain}`;
  }

  /** False if a header or field that ends in this chunk is not UTF-8. */
  take(chunk: Buffer): boolean {
    let isValid = true;
    this.rest += chunk.toString('latin1');
    for (;;) {
      const end = this.within === 'header' ? HEADER_END : this.delimiter;
      const length = this.rest.indexOf(end);
      if (length === -1) break;
      const bytes = this.rest.slice(0, length);
      this.rest = this.rest.slice(length + end.length);
      if (this.within !== 'file' && !isText(bytes)) isValid = false;
      if (this.within !== 'header') this.within = 'header';
      else this.within = FILE.test(bytes) ? 'file' : 'field';
    }
    if (this.within === 'file' || this.rest.length > MAX_TEXT)
      this.rest = this.rest.slice(-this.delimiter.length);
    return isValid;
  }
}

function isText(bytes: string): boolean {
  return ENCODED_NAME.test(bytes) ? isEncodedUtf8(bytes) : isUtf8(Buffer.from(bytes, 'latin1'));
}
