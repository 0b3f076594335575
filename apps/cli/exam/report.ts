import { Html, html } from '#pages/kit/html.js';
import { entryOf, pageOf } from '../report-parts.js';
import { docsOf, sayVerdict, summaryOf, type Exam, type JudgedCase } from './exam.js';

export function reportOf(exam: Exam, again: (name: string) => string): string {
  const title = `Exam of ${exam.receiver}`;
  return pageOf(
    title,
    html`<p>${summaryOf(exam)}.</p>
<p class="soft">${exam.id}, ${exam.machine_at}</p>
${exam.problem === null ? undefined : html`<p class="failed">${exam.problem}</p>`}
${exam.cases.toSorted((one, other) => placeOf(one) - placeOf(other)).map((one) => caseOf(one, again))}`,
  );
}

/** Defects come first. */
function placeOf({ verdict }: JudgedCase): number {
  return ['failed', 'warning', 'not_judged', 'passed'].indexOf(verdict ?? 'not_judged');
}

function caseOf(one: JudgedCase, again: (name: string) => string): Html {
  const { name, title, why, verdict, findings, entries } = one;
  const isOpen = verdict === 'failed' || verdict === 'warning';
  return html`<section id="${name}">
<span class="verdict ${verdict ?? 'not_judged'}">${sayVerdict(verdict)}</span><h2>${title}</h2>
<p class="soft">${why}</p>
<ul>${findings.map((one) => html`<li class="${one.verdict === 'passed' ? 'soft' : one.verdict}">${one.text}</li>`)}</ul>
<p class="soft">${verdict === 'passed' ? undefined : html`<code>${again(name)}</code> · `}<code>${docsOf(one)}</code></p>
<details${new Html(isOpen ? ' open' : '')}><summary>Exchanges (${entries.length})</summary>${entries.map(entryOf)}</details>
</section>
`;
}
