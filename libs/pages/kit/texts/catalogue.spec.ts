import { CATALOGUE } from './catalogue.js';
import { ENGLISH } from './en.js';
import type { Texts } from './texts.js';

/** Long enough that no text has them by chance. */
const ARGUMENTS = ['first-name', 'second-name'];

/** Every text there is, by its path; functions with arguments that must come back. */
function textsOf(part: object, path = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const at = `${path}.${name}`;
    if (typeof value === 'string') return [[at, value]];
    if (typeof value === 'function') return [[at, (value as (...args: string[]) => string)(...ARGUMENTS)]];
    return textsOf(value as object, at);
  });
}

/** The same word in two languages, or a name alone. */
const SAME = ['.registration.bank', '.payment.methods.plain'];
const english = new Map(textsOf(ENGLISH));

describe.each(Object.entries(CATALOGUE))('the texts of the pages in %s', (language, texts: Texts) => {
  const all = textsOf(texts);

  it('name their language', () => {
    expect(texts.language).toBe(language);
  });

  it('say something, without a space too many', () => {
    expect(all.filter(([, text]) => text === '' || text !== text.trim() || text.includes('  '))).toEqual([]);
  });

  it('mention each of their arguments', () => {
    const named = all.map(([path, text]) => [path, ARGUMENTS.filter((argument) => text.includes(argument))]);
    expect(named).toEqual(
      [...english].map(([path, text]) => [path, ARGUMENTS.filter((argument) => text.includes(argument))]),
    );
  });

  it('are translated', () => {
    const copied = all.filter(([path, text]) => text === english.get(path) && !SAME.includes(path));
    expect(language === 'en' ? [] : copied).toEqual([]);
  });
});
