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

/** The page that a browser gets instead of an error object (docs/fidelity.md G12). */
export function errorPage(status: number, req: Request): Page {
  const texts = textsFor(req);
  return noticePage(texts.payment.purpose, texts.errors[NOTICES[status] ?? 'broken'], texts);
}
