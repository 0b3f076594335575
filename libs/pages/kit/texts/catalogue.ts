import type { Request } from 'express';
import { ENGLISH } from './en.js';
import { JAPANESE } from './ja.js';
import { MALAY } from './ms.js';
import type { Language, Texts } from './texts.js';
import { THAI } from './th.js';

/** English, the default, comes first. */
export const CATALOGUE: Readonly<Record<Language, Texts>> = {
  en: ENGLISH,
  th: THAI,
  ja: JAPANESE,
  ms: MALAY,
};

const LANGUAGES = Object.keys(CATALOGUE) as Language[];

/**
 * The texts in the language of `locale`, a tag such as `th_TH`, if they are in that, and else in the one that
 * the request's `Accept-Language` likes best.
 */
export function textsFor(req: Request, locale: string | null = null): Texts {
  const wished = LANGUAGES.find((language) => language === locale?.split(/[-_]/)[0]?.toLowerCase());
  if (wished) return CATALOGUE[wished];
  const language = req.acceptsLanguages(LANGUAGES) as Language | false;
  return CATALOGUE[language || 'en'];
}
