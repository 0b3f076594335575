import type { Response } from 'express';
import type { Html } from './html.js';
import { CONTENT_SECURITY_POLICY } from './page.js';

export function sendPage(res: Response, status: number, { text }: Html): void {
  res.status(status).type('html').setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY).send(text);
}

/** As a header can hold it: an address in other letters is written as browsers send it, every other one stays as it is. */
export function asciiUri(uri: string): string {
  return /^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href;
}
