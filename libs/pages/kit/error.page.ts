import type { Request } from 'express';
import { noticePage } from './page.parts.js';
import type { Page } from './page.js';
import { textsFor } from './texts/catalogue.js';
import type { ErrorTexts } from './texts/texts.js';

const NOTICES: Readonly<Record<number, keyof ErrorTexts>> = {
  400: 'refused',
  404: 'missing',
  503: 'unavailable',
};

/** Where shops make checkout sessions, beside the pages for their customers. */
const API = /^\/api\//i;

/** The page that a browser gets instead of an error object, if it asked for one (docs/fidelity.md G12). */
export function errorPage(status: number, req: Request): Page | undefined {
  if (API.test(req.path)) return undefined;
  const texts = textsFor(req);
  return noticePage(texts.payment.purpose, texts.errors[NOTICES[status] ?? 'broken'], texts);
}
