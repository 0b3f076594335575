import { html, type Html } from '#pages/kit/html.js';
import type { SoakFindingView, SoakView } from '#control/soaks/soak.view.js';
import { SECOND_MS } from '#kernel/time.js';
import type { Suite } from '../junit.js';
import { entryOf, pageOf } from '../report-parts.js';

const NAME = 'tollgate soak';

/** `playing 40 of 200`, `shrinking, 8 tries`. */
export function progressOf({ phase, played, orders, finding }: SoakView): string {
  return phase === 'shrinking'
    ? `${phase}, ${counted(finding?.tries ?? 0, 'try', 'tries')}`
    : `${phase} ${played} of ${orders}`;
}

/** `Seed 7: 200 orders, 840 steps, and the law held`. */
export function summaryOf({ seed, played, steps, skipped, finding, verdict, problem }: SoakView): string {
  if (finding?.tries === 0 && finding.is_repeated) return `Seed ${seed}: the law was broken again`;
  if (finding?.tries === 0)
    return `Seed ${seed}: found after ${counted(finding.found_after, 'order')}, not made small`;
  if (finding && !finding.is_repeated)
    return `Seed ${seed}: found after ${counted(finding.found_after, 'order')}, and not again in ${counted(finding.tries, 'try', 'tries')}`;
  if (finding)
    return `Seed ${seed}: found after ${counted(finding.found_after, 'order')}, made small in ${counted(finding.tries, 'try', 'tries')}`;
  const taken = `${counted(steps - skipped, 'step')}, ${skipped} not possible`;
  return verdict === 'passed'
    ? `Seed ${seed}: ${counted(played, 'order')}, ${taken}, and the law held`
    : `Seed ${seed}: ended after ${counted(played, 'order')}${problem === null ? '' : `: ${problem}`}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** One test case for the law. `again`: the command that repeats the finding, or the soak. */
export function suiteOf(soak: SoakView, again: string): Suite {
  const { finding, problem, machine_at: at, ended_at: end, seed } = soak;
  return {
    name: NAME,
    at,
    failures: finding ? 1 : 0,
    errors: problem === null || finding ? 0 : 1,
    skipped: 0,
    cases: [
      {
        classname: NAME,
        name: `seed ${seed}`,
        seconds: (Date.parse(end ?? at) - Date.parse(at)) / SECOND_MS,
        content: contentOf(soak, again),
      },
    ],
  };
}

function contentOf({ finding, problem }: SoakView, again: string): Html | undefined {
  if (finding)
    return html`<failure message="${finding.law}: ${finding.text}">${[...finding.story, again].join('\n')}</failure>`;
  return problem === null ? undefined : html`<error message="${problem}"/>`;
}

export function reportOf(soak: SoakView, again: string): string {
  const { receiver, id, machine_at: at, problem, unused, finding } = soak;
  return pageOf(
    `Soak of ${receiver}`,
    html`<p class="${finding ? 'failed' : 'passed'}">${summaryOf(soak)}.</p>
<p class="soft">${id}, ${at}</p>
${problem === null ? undefined : html`<p class="failed">${problem}</p>`}
${finding ? findingOf(finding) : undefined}
<p class="soft"><code>${again}</code></p>
${unused.length === 0 ? undefined : html`<h2>Not used</h2><ul>${unused.map(({ name, why }) => html`<li>${name}: ${why}</li>`)}</ul>`}`,
  );
}

function findingOf({ law, story, is_repeated: isRepeated, charge, entries }: SoakFindingView): Html {
  return html`<section>
<span class="verdict failed">failed</span><h2>${law}</h2>
<ul>${story.map((line) => html`<li>${line}</li>`)}</ul>
${isRepeated ? undefined : html`<p class="warning">It did not happen again: a race, or a state that the shop keeps.</p>`}
<p class="soft">${charge ?? undefined}</p>
<details><summary>Exchanges (${entries.length})</summary>${entries.map(entryOf)}</details>
</section>
`;
}
