import { html, type Html } from '#pages/kit/html.js';
import { SECOND_MS } from '#kernel/time.js';
import type { Suite } from '../junit.js';
import { docsOf, type Exam, type JudgedCase } from './exam.js';

const NAME = 'tollgate exam';

/** A case that was not judged is skipped, and a warning passes with its text. */
export function suiteOf(exam: Exam, again: (name: string) => string): Suite {
  const { counts, cases, machine_at: at, problem } = exam;
  return {
    name: NAME,
    at,
    failures: counts.failed,
    errors: problem === null ? 0 : 1,
    skipped: counts.not_judged + cases.filter(({ verdict }) => verdict === null).length,
    cases: [
      ...cases.map((one) => ({
        classname: NAME,
        name: `${one.name}: ${one.title}`,
        seconds: durationOf(one) / SECOND_MS,
        content: contentOf(one, again),
      })),
      // Why the exam ended early.
      ...(problem === null
        ? []
        : [{ classname: NAME, name: 'exam', content: html`<error message="${problem}"/>` }]),
    ],
  };
}

function contentOf(one: JudgedCase, again: (name: string) => string): Html | undefined {
  const bad = one.findings.filter(({ verdict }) => verdict !== 'passed').map(({ text }) => text);
  const [message = 'not run'] = bad;
  switch (one.verdict) {
    case 'failed':
      return html`<failure message="${message}">${[...bad, one.why, docsOf(one), again(one.name)].join('\n')}</failure>`;
    case 'warning':
      return html`<system-out>${['Warning:', ...bad, one.why].join('\n')}</system-out>`;
    case 'passed':
      return undefined;
    case 'not_judged':
    case null:
      return html`<skipped message="${message}"/>`;
  }
}

/** From the first exchange to the end of the last, in milliseconds. */
function durationOf({ entries }: JudgedCase): number {
  const starts = entries.map(({ at }) => Date.parse(at));
  const ends = entries.map(({ at, duration_ms: ms }) => Date.parse(at) + (ms ?? 0));
  return entries.length === 0 ? 0 : Math.max(...ends) - Math.min(...starts);
}
