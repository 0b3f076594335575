import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { failNotFound } from '#kernel/errors.js';
import { NoKey } from '#platform/http/route-keys.js';
import { PACKAGE_FOLDER } from '#platform/process/package-folder.js';

/** The built console (`npm run build`). */
const BUILT = join(PACKAGE_FOLDER, 'dist', 'console');
/** The placeholder of the nonce in the page. */
const NONCE = '{nonce}';
/** The encodings that the build writes, the smallest first. */
const COMPRESSED = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];
/** Names hold a hash of what is in the file. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The files of the console. Its page is at the root of the host.
 * @host control
 */
@Controller()
@NoKey()
export class ConsoleController {
  /**
   * Retrieve a file of the console.
   * @answers 200 text/javascript text/css image/svg+xml
   */
  @Get('assets/:file')
  async file(@Param('file') name: string, @Req() req: Request, @Res() res: Response): Promise<void> {
    const encoding = COMPRESSED.find(({ name: accepted }) => req.acceptsEncodings(accepted));
    const file = join(BUILT, 'assets', `${basename(name)}${encoding?.suffix ?? ''}`);
    const content = await readFile(file).catch(() => failNotFound('file', name));
    if (encoding) res.set('Content-Encoding', encoding.name);
    res
      .type(extname(name))
      .vary('Accept-Encoding')
      .set({ 'Cache-Control': FOR_EVER, 'X-Content-Type-Options': 'nosniff' })
      .send(content);
  }
}

/** Sends the page of the console, which asks nobody but this host for anything. */
export async function sendConsole(res: Response): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const page = await readFile(join(BUILT, 'index.html'), 'utf8');
  res.type('html').set(headersWith(nonce)).send(page.replaceAll(NONCE, nonce));
}

function headersWith(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
