import { Html, html } from '#pages/kit/html.js';
import type { ShopEntryView, ShopMessageView } from '#control/shops/shop-run.view.js';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dde3, #333a44); --soft: light-dark(#5b6472, #9aa4b2); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
section :is(h2, h3) { font-size: 1rem; margin: 0; display: inline; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
section { border-top: 1px solid var(--line); padding: .9rem 0; }
.verdict { font-weight: 600; display: inline-block; min-width: 6.5rem; }
.passed, .checked { color: light-dark(#12703c, #5fd08f); } .failed, .never { color: light-dark(#b3261e, #ff8a80); } .warning, .unchecked { color: light-dark(#8a5a00, #f0b84a); } .not_judged { color: var(--soft); }
meter { width: 100%; height: 1rem; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
details { margin-top: .4rem; } summary { cursor: pointer; }
pre, code { font: 12.5px/1.45 ui-monospace, monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 2px solid var(--line); margin: .3rem 0; padding-left: .7rem; }
`;

/** A report as one HTML file, without scripts and without requests. */
export function pageOf(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
<h1>${title}</h1>
${content}
</html>
`.text;
}

/** An exchange with a shop. */
export function entryOf({ kind, text, at, request, response, duration_ms: ms }: ShopEntryView): Html {
  const took = ms === null ? '' : `, ${ms} ms`;
  return html`<p><strong>${text}</strong> <span class="soft">${kind}, ${at}${took}</span></p>
${messageOf(request)}${messageOf(response)}`;
}

function messageOf(message: ShopMessageView | null): Html | undefined {
  if (message === null) return undefined;
  const { line, status, headers, body } = message;
  const fields = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const start = line ?? (status === null ? 'no response' : String(status));
  return html`<pre>${[start, ...fields, ...(body ? ['', body] : [])].join('\n')}</pre>`;
}
