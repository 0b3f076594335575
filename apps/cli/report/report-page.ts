import type { AdviceView, ReportView, SituationView } from '#control/report/report.view.js';
import { SITUATION_GROUPS } from '#control/report/rules/situation.js';
import { html, type Html } from '#pages/kit/html.js';
import { pageOf } from '../report-parts.js';
import { sayState, summaryOf } from './summary.js';

export function reportOf(report: ReportView): string {
  return pageOf(
    `Report of ${report.sandbox}`,
    html`<p>${summaryOf(report)}.</p>
<meter min="0" max="100" value="${report.percent}">${report.percent} %</meter>
<p class="soft">${report.at}${report.since === null ? '' : `, since ${report.since}`}</p>
${report.gap ? html`<p class="unchecked">Older requests, payments or webhooks were deleted and are not in this report.</p>` : undefined}
${report.advice.length === 0 ? undefined : html`<h2>Advice</h2>`}
${report.advice.map(adviceOf)}
${SITUATION_GROUPS.flatMap((group) => groupOf(group, report.situations))}`,
  );
}

function adviceOf({ title, why, count, findings }: AdviceView): Html {
  const more =
    count > findings.length ? html`<li class="soft">${count - findings.length} more</li>` : undefined;
  return html`<section>
<h3>${title}</h3>
<p class="soft">${why}</p>
<ul>${findings.map(({ text, entry, at }) => html`<li>${text} <span class="soft">${entry}, ${at}</span></li>`)}${more}</ul>
</section>
`;
}

function groupOf(group: string, situations: readonly SituationView[]): Html[] {
  const members = situations.filter((one) => one.group === group);
  return members.length === 0 ? [] : [html`<h2>${group}</h2>`, ...members.map(situationOf)];
}

function situationOf({ name, title, state, count, object_id: id, at, command, helper }: SituationView): Html {
  const seen =
    state === 'never'
      ? undefined
      : html`<span class="soft">${count} ×, ${[id, at].filter(Boolean).join(', ')}</span>`;
  const recipe =
    state !== 'never'
      ? undefined
      : html`<details><summary>How to meet it</summary><pre>${command}</pre><pre>${helper}</pre></details>`;
  return html`<section id="${name}">
<span class="verdict ${state}">${sayState(state)}</span><h3>${title}</h3> ${seen}
${recipe}
</section>
`;
}
