import type { Request } from 'express';
import { noticePage } from './page.parts.js';
import type { Page } from './page.js';
import { textsFor } from './texts/catalogue.js';
import type { ErrorTexts } from './texts/texts.js';

const NOTICES: Readonly<Record<number, keyof ErrorTexts>> = { 400: 'refused', 404: 'missing', 503: 'unavailable' };

/** What a person sees in the place of an error object of this status (docs/fidelity.md G12). */
export function errorPage(status: number, req: Request): Page {
  const texts = textsFor(req);
  return noticePage(texts.payment.purpose, texts.errors[NOTICES[status] ?? 'broken'], texts);
}
