import type { Response } from 'express';
import type { Html } from './html.js';
import { CONTENT_SECURITY_POLICY } from './page.js';

/** Shows the page, or `missing` where the address leads nowhere. */
export function sendPage(res: Response, page: Html | undefined, missing: Html): void {
  const { text } = page ?? missing;
  res
    .status(page ? 200 : 404)
    .type('html')
    .setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .send(text);
}

/** Answers a click: sends whoever clicked to `location`, or shows `missing` where the address leads nowhere. */
export function sendOn(res: Response, location: string | undefined, missing: Html): void {
  if (location === undefined) sendPage(res, undefined, missing);
  else res.redirect(303, location);
}

/** As a header can hold it: an address in other letters is written as browsers send it, every other one stays as it is. */
export function asciiUri(uri: string): string {
  return /^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href;
}
