import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { OpenApiDocument } from './openapi-document.js';
import { referencePage, type OtherReference } from './reference.page.js';
import { REFERENCE_SCRIPT } from './reference.script.js';
import { REFERENCE_STYLE } from './reference.style.js';

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${hashOf(REFERENCE_SCRIPT)}`,
    `style-src ${hashOf(REFERENCE_STYLE)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The reference page of a host. It is generated once, at the first request, and kept compressed. */
export class ReferencePage {
  private compressed: Promise<Buffer> | undefined;

  /**
   * @param document the OpenAPI document as JSON, with the addresses of this installation
   * @param controlUrl the host with the guides
   */
  constructor(
    private readonly document: () => Promise<string>,
    private readonly other: OtherReference,
    private readonly controlUrl: string,
  ) {}

  async send(req: Request, res: Response): Promise<void> {
    this.compressed ??= this.generate();
    const content = await this.compressed;
    res.type('html').vary('Accept-Encoding').set(HEADERS);
    if (req.acceptsEncodings('gzip')) res.set('Content-Encoding', 'gzip').send(content);
    else res.send(await promisify(gunzip)(content));
  }

  private async generate(): Promise<Buffer> {
    const document = JSON.parse(await this.document()) as OpenApiDocument;
    return promisify(gzip)(referencePage(document, this.other, `${this.controlUrl}/llms.txt`));
  }
}

/** The hash of an inline script or style sheet for the policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
