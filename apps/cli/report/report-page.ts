import type { AdviceView, ReportView, SituationView } from '#control/report/report.view.js';
import { SITUATION_GROUPS } from '#control/report/rules/situation.js';
import { Html, html } from '#pages/kit/html.js';
import { sayState, summaryOf } from './summary.js';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #333a44); --soft: light-dark(#5b6472, #9aa4b2); --checked: light-dark(#12703c, #5fd08f); --unchecked: light-dark(#8a5a00, #f0b84a); --never: light-dark(#b3261e, #ff8a80); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; display: inline; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
section { border-top: 1px solid var(--line); padding: .6rem 0; }
.state { font-weight: 600; display: inline-block; min-width: 7rem; }
.checked { color: var(--checked); } .unchecked { color: var(--unchecked); } .never { color: var(--never); }
meter { width: 100%; height: 1rem; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
details { margin-top: .3rem; } summary { cursor: pointer; }
pre, code { font: 12.5px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 2px solid var(--line); margin: .3rem 0; padding-left: .7rem; }
`;

/** The report as one HTML file, without scripts and without requests. */
export function pageOf(report: ReportView): string {
  const title = `Report of ${report.sandbox}`;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
<h1>${title}</h1>
<p>${summaryOf(report)}.</p>
<meter min="0" max="100" value="${report.percent}">${report.percent} %</meter>
<p class="soft">${report.at}${report.since === null ? '' : `, since ${report.since}`}</p>
${report.gap ? html`<p class="unchecked">Older requests, payments or webhooks were deleted and are not in this report.</p>` : undefined}
${report.advice.length === 0 ? undefined : html`<h2>Advice</h2>`}
${report.advice.map(adviceOf)}
${SITUATION_GROUPS.flatMap((group) => groupOf(group, report.situations))}
</html>
`.text;
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
<span class="state ${state}">${sayState(state)}</span><h3>${title}</h3> ${seen}
${recipe}
</section>
`;
}
