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

/** Paths of the API on the host of the pages. Programs call them, and read error objects only. */
const API_PATH = /^\/api\//i;

/** The page that a browser gets instead of an error object, if it asked for one (docs/fidelity.md G12). */
export function errorPage(status: number, req: Request): Page | undefined {
  if (API_PATH.test(req.path)) return undefined;
  const texts = textsFor(req);
  return noticePage(texts.payment.purpose, texts.errors[NOTICES[status] ?? 'broken'], texts);
}
