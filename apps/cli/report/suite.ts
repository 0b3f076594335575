import type { ReportView, SituationView } from '#control/report/report.view.js';
import { html, type Html } from '#pages/kit/html.js';
import { FORBIDDEN } from '../report-parts.js';

/** The report for CI: a situation that was never met is skipped, and an unchecked one fails. */
export function junitOf({ sandbox, at, counts, situations, advice }: ReportView): string {
  const { text } = html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="tollgate report of ${sandbox}" timestamp="${at}" tests="${situations.length + advice.length}" failures="${counts.unchecked + advice.length}" errors="0" skipped="${counts.never}">
${situations.map(situationOf)}${advice.map(({ name, title, why, findings }) => {
    const lines = [why, ...findings.map((one) => `${one.text} (${one.entry})`)].join('\n');
    return html`<testcase classname="tollgate advice" name="${name}: ${title}"><failure message="${findings[0]?.text ?? title}">${lines}</failure></testcase>
`;
  })}</testsuite>
</testsuites>
`;
  return text.replaceAll(FORBIDDEN, '');
}

function situationOf({ name, title, state, command, object_id: id }: SituationView): Html {
  const content = {
    checked: undefined,
    unchecked: html`<failure message="the shop did not learn of it">${id ?? ''}</failure>`,
    never: html`<skipped message="never met: ${command}"/>`,
  }[state];
  return html`<testcase classname="tollgate report" name="${name}: ${title}">${content}</testcase>
`;
}
