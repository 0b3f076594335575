import { html, type Html } from '#pages/kit/html.js';
import { FORBIDDEN } from '../report-parts.js';
import { docsOf, type Exam, type JudgedCase } from './exam.js';

/** The report for CI: a case that was not judged is skipped, and a warning passes with its text. */
export function junitOf(exam: Exam, again: (name: string) => string): string {
  const { counts, cases, machine_at: at, problem } = exam;
  const skipped = counts.not_judged + cases.filter(({ verdict }) => verdict === null).length;
  const { text } = html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="tollgate exam" timestamp="${at}" tests="${cases.length}" failures="${counts.failed}" errors="${problem === null ? 0 : 1}" skipped="${skipped}">
${cases.map((one) => testcase(one, again))}${problem === null ? undefined : broken(problem)}</testsuite>
</testsuites>
`;
  return text.replaceAll(FORBIDDEN, '');
}

function testcase(one: JudgedCase, again: (name: string) => string): Html {
  const seconds = (durationOf(one) / 1_000).toFixed(3);
  return html`<testcase classname="tollgate exam" name="${one.name}: ${one.title}" time="${seconds}">${contentOf(one, again)}</testcase>
`;
}

/** Why the exam ended early. */
function broken(problem: string): Html {
  return html`<testcase classname="tollgate exam" name="exam"><error message="${problem}"/></testcase>
`;
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
