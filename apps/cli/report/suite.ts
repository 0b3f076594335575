import type { ReportView, SituationView } from '#control/report/report.view.js';
import { html, type Html } from '#pages/kit/html.js';
import type { Suite } from '../junit.js';

/** A situation that was never met is skipped, and an unchecked one fails. */
export function suiteOf({ sandbox, at, counts, situations, advice }: ReportView): Suite {
  return {
    name: `tollgate report of ${sandbox}`,
    at,
    failures: counts.unchecked + advice.length,
    errors: 0,
    skipped: counts.never,
    cases: [
      ...situations.map((one) => ({
        classname: 'tollgate report',
        name: `${one.name}: ${one.title}`,
        content: contentOf(one),
      })),
      ...advice.map(({ name, title, why, findings }) => {
        const lines = [why, ...findings.map((one) => `${one.text} (${one.entry})`)].join('\n');
        const content = html`<failure message="${findings[0]?.text ?? title}">${lines}</failure>`;
        return { classname: 'tollgate advice', name: `${name}: ${title}`, content };
      }),
    ],
  };
}

function contentOf({ state, command, object_id: id }: SituationView): Html | undefined {
  return {
    checked: undefined,
    unchecked: html`<failure message="the shop did not learn of it">${id ?? ''}</failure>`,
    never: html`<skipped message="never met: ${command}"/>`,
  }[state];
}
