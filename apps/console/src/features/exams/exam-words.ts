import type { Schemas } from '../../api/client';
import { shellQuoted } from '../../api/shell';
import { counted, labelOf } from '../../ui/words';

export type Exam = Schemas['Exam'];
type Summary = Schemas['ExamSummary'];

/** The answer to questions of the exam is given by its caller, which is a command. */
export const BY_CALLER = 'caller';
/** The case that is in every exam. */
export const FIRST_CASE = 'genuine-event';
export const VERDICTS = ['passed', 'failed', 'warning', 'not_judged'] as const;

/** The parameters of an exam, as the API takes them; `only` names the cases. */
export interface ExamParameters {
  readonly receiver: string;
  readonly probe: string;
  readonly checkout: string;
  readonly order_key: string;
  readonly expect: string;
  readonly settle: string;
  readonly start: string;
  readonly only: string;
}

/** The API's defaults. */
export const DEFAULTS: ExamParameters = {
  receiver: '',
  probe: '',
  checkout: '',
  order_key: 'order',
  expect: 'status,count',
  settle: '1s',
  start: '1m',
  only: '',
};

/** The parameters of an exam, with other cases. */
export function parametersOf(
  { receiver, probe, checkout, order_key, expect, settle, start }: Summary,
  only: string,
): ExamParameters {
  return {
    receiver,
    probe: probe ?? '',
    checkout: checkout ?? '',
    order_key,
    expect: expect.join(','),
    settle,
    start,
    only,
  };
}

/** Without empty parameters and defaults. */
export function bodyOf(parameters: ExamParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]: [string, string]) => value !== '' && value !== DEFAULTS[name as keyof ExamParameters],
    ),
  );
}

/**
 * The same exam by the command line, with `***` for what may be a secret in a URL. The console does not know
 * the commands of a caller.
 */
export function commandOf(sandbox: string, parameters: ExamParameters): string {
  const options = Object.entries({ sandbox, ...bodyOf(parameters) }).map(
    ([name, value]) =>
      `--${name.replace('_', '-')} ${value === BY_CALLER ? 'COMMAND' : quoted(withoutTokens(value))}`,
  );
  return `npx tollgate exam ${options.join(' ')}`;
}

/** As the command line shows URLs: without user, password and fragment, and with `{order}` alone in the query. */
function withoutTokens(text: string): string {
  if (!/^https?:/i.test(text)) return text;
  const [, start = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
  const address = start.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  const pairs = query?.split('&').map((pair) => {
    const at = pair.indexOf('=') + 1;
    return pair.slice(at) === '{order}' ? pair : `${pair.slice(0, at)}***`;
  });
  return pairs ? `${address}?${pairs.join('&')}` : address;
}

function quoted(text: string): string {
  return /^[\w./:=,-]+$/.test(text) ? text : shellQuoted(text);
}

/** The state of an exam in one word, which has a label and a colour. */
export function outcomeOf({ status, problem, counts }: Summary): string {
  if (status === 'running') return 'running';
  if (problem !== null) return 'incomplete';
  return (['failed', 'warning', 'passed'] as const).find((verdict) => counts[verdict] > 0) ?? 'not_judged';
}

/** The number of cases that have a verdict. */
export function judgedOf({ cases }: Exam): number {
  return cases.filter(({ verdict }) => verdict !== null).length;
}

/** `17 passed · 2 warnings`. */
export function resultsOf({ counts }: Summary): string {
  return VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => {
      const word = labelOf(verdict).toLowerCase();
      return verdict === 'warning' ? counted(counts[verdict], word) : `${counts[verdict]} ${word}`;
    })
    .join(' · ');
}
