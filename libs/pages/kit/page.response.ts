import type { Request, Response } from 'express';
import { ApiError } from '#kernel/errors.js';
import { FRAME_ANCESTORS } from '#platform/http/http-app.js';
import { NOT_FRAMED, type Page } from './page.js';

/**
 * Shows the page, or `missing` where the address leads nowhere. The origins that a setting names may have it
 * in a frame (docs/fidelity.md G8).
 */
export function sendPage(res: Response, page: Page | undefined, missing: Page, status = 200): void {
  const { text, headers } = page ?? missing;
  const framing = res.app.get(FRAME_ANCESTORS) as readonly string[];
  res
    .status(page ? status : 404)
    .type('html')
    .vary('Accept-Language')
    .set(headers)
    .set(
      framing.length === 0
        ? {}
        : { [POLICY]: headers[POLICY]?.replace(NOT_FRAMED, `frame-ancestors ${framing.join(' ')}`) },
    )
    .send(text);
}

const POLICY = 'Content-Security-Policy';
const INTERNAL_ERROR = 500;

/**
 * The problem to show on the page after a rejected form. Throws errors of the server, and for clients other
 * than browsers every error.
 */
export function problemToShow(error: unknown, req: Request, res: Response): string {
  if (
    !(error instanceof ApiError) ||
    error.status >= INTERNAL_ERROR ||
    req.accepts(['json', 'html']) !== 'html'
  )
    throw error;
  res.vary('Accept');
  return error.message;
}

/** The destination after a click: the shop, or the page itself if `returnUri` is null. */
export interface Destination {
  readonly page: string;
  readonly returnUri: string | null;
  /** The query of the page itself while the payment is pending. */
  readonly query?: string;
}

/**
 * Answers a click, or shows `missing` where the address leads nowhere. A browser, which says where it comes
 * from, stays on this host and is sent to the shop by the page: what redirects a form is held to
 * `form-action`, and the shop may lead anywhere (docs/fidelity.md G11).
 */
export function sendOn(req: Request, res: Response, to: Destination | undefined, missing: Page): void {
  if (!to) sendPage(res, undefined, missing);
  else if (req.headers.origin !== undefined)
    res.redirect(303, to.returnUri === null ? `?${to.query ?? 'ended'}` : `?${RETURNING}`);
  else res.redirect(303, to.returnUri === null ? to.page : asciiUri(to.returnUri));
}

/** The query of a page that goes on to the shop by itself. */
const RETURNING = 'return';

export function isReturning({ query }: Request): boolean {
  return RETURNING in query;
}

/**
 * As a header can hold it: an address in other letters is written as browsers send it, every other one stays
 * as it is.
 */
export function asciiUri(uri: string): string {
  return /^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href;
}
