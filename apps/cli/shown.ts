import { masked } from '#platform/logging/masking.js';
import { withoutTokens } from '#control/shops/rules/without-tokens.js';

const HIDDEN = '***';
/** Names of options and variables whose values may be secret. */
const NAME = String.raw`[\w.-]*(?:key|secret|token|passw|pwd|auth|credential)[\w.-]*`;
const WORD = new RegExp(`^(${NAME}=).+$`, 'is');
const OPTION = new RegExp(`^-{1,2}${NAME}$`, 'i');
const VALUE = String.raw`(?:"[^"]*"|'[^']*'|[^\s"'&;|]+)`;
const PAIR = new RegExp(String.raw`(${NAME}(?:=|:\s+|["']\s*:\s*))${VALUE}`, 'gi');
const OPTION_AND_VALUE = new RegExp(String.raw`((?:^|\s)-{1,2}${NAME}\s+)(?!-)${VALUE}`, 'gi');

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A URL or a command for a report, with `***` for values that may be secret. */
export function shown(text: string): string {
  if (isUrl(text)) return withoutTokens(text);
  return masked(text).replaceAll(PAIR, `$1${HIDDEN}`).replaceAll(OPTION_AND_VALUE, `$1${HIDDEN}`);
}

/** The same for the words of a command. */
export function shownWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? '';
    if (OPTION.test(before) && !word.startsWith('-')) return HIDDEN;
    const isScript = before === '-c';
    return WORD.test(word) && !isScript ? word.replace(WORD, `$1${HIDDEN}`) : shown(word);
  });
}
