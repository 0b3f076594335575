import { bracketed } from './form-lists.js';

/** The parameter whose keys are names, at every level, whatever they look like (docs/fidelity.md C39). */
const NAMES = /^metadata(?=\[)/;
const NUMBER_IN_BRACKETS = /\[(?=\d+\])/g;
/** Stands before a number that is a name while the form is parsed. No form holds it: a NUL is refused. */
const MARK = '\0';

/** True if the form's metadata has a numeric key, which the parser would read as a list index. */
export function hasNumbersAsNames(form: string): boolean {
  return bracketed(form).includes('metadata') && markedNames(form).includes(MARK);
}

/** The form with a mark before such keys: `metadata[7]=a` has one before the 7. */
export function markedNames(form: string): string {
  return form
    .split('&')
    .map((pair) => {
      const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = bracketed(pair.slice(0, end));
      return NAMES.test(name) ? name.replaceAll(NUMBER_IN_BRACKETS, `[${MARK}`) + pair.slice(end) : pair;
    })
    .join('&');
}

/** The parsed form with its keys as sent. */
export function withoutMarks(parsed: unknown): unknown {
  if (Array.isArray(parsed)) return parsed.map(withoutMarks);
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  return Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => [unmarked(key), withoutMarks(value)]),
  );
}

function unmarked(key: string): string {
  return key.startsWith(MARK) && /^\d+$/.test(key.slice(1)) ? key.slice(1) : key;
}
