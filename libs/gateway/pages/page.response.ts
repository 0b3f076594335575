import type { Response } from 'express';
import type { Page } from './page.js';

/** Shows the page, or `missing` where the address leads nowhere. */
export function sendPage(res: Response, page: Page | undefined, missing: Page): void {
  const { text, headers } = page ?? missing;
  res
    .status(page ? 200 : 404)
    .type('html')
    .vary('Accept-Language')
    .set(headers)
    .send(text);
}

/** Answers a click: sends whoever clicked to `location`, or shows `missing` where the address leads nowhere. */
export function sendOn(res: Response, location: string | undefined, missing: Page): void {
  if (location === undefined) sendPage(res, undefined, missing);
  else res.redirect(303, location);
}

/** As a header can hold it: an address in other letters is written as browsers send it, every other one stays as it is. */
export function asciiUri(uri: string): string {
  return /^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href;
}
