import { createHash } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '#domain/time.js';
import { Html, html } from './html.js';
import { STYLE } from './page.style.js';
import type { Texts } from './texts/texts.js';

/** A page that is still open when its time comes reloads itself then, unless that is further away than this. */
const MAX_REFRESH_MS = HOUR_MS;

/** An icon of nothing: without one, browsers ask the host for `/favicon.ico`. */
export const NO_ICON = new Html('<link rel="icon" href="data:,">');

/** Only the page's own sheet and icon, and nothing else, may load or run. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page, and what it is sent with. */
export interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A script of the page's own, and the one address that it may call. Nothing else runs, and nothing else is called. */
export interface PageScript {
  readonly text: string;
  readonly connectTo: string;
}

export interface Frame {
  readonly title: string;
  /** What the customer is here for, in the line above everything else. */
  readonly purpose: string;
  readonly livemode?: boolean;
  /** How long there is to choose; not there where there is nothing to choose. */
  readonly leftMs?: number;
  /** Whether there is something to choose though nothing runs out. */
  readonly hasForms?: boolean;
  readonly script?: PageScript;
  /** Where the page goes on to at once, by itself. */
  readonly onward?: string | undefined;
}

/** What every page that a customer sees has around its parts (docs/fidelity.md G8). */
export function page(
  { title, purpose, livemode, leftMs, hasForms = leftMs !== undefined, script, onward }: Frame,
  parts: readonly Html[],
  texts: Texts,
): Page {
  const refreshS = leftMs !== undefined && leftMs <= MAX_REFRESH_MS ? Math.ceil(leftMs / SECOND_MS) + 1 : undefined;
  const { text } = html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshS === undefined ? undefined : html`<meta http-equiv="refresh" content="${refreshS}">`}
${onward === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${onward}">`}
<title>${title}</title>
${NO_ICON}
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<div class="top"><span>${purpose}</span>${livemode === undefined ? undefined : modeBadge(livemode, texts)}</div>
<div class="card">
${parts}
</div>
<footer>${texts.emulated}</footer>
</main>
${script === undefined ? undefined : html`<script>${new Html(script.text)}</script>`}
</body>
</html>
`;
  return { text, headers: headersOf(texts, hasForms, script) };
}

/** Chromium holds every redirect that follows a click to `form-action`, those of the shop itself too: none follows (docs/fidelity.md G11). */
function headersOf({ language }: Texts, hasButtons: boolean, script: PageScript | undefined): Page['headers'] {
  return {
    'Content-Language': language,
    'Content-Security-Policy': [CONTENT_SECURITY_POLICY, ...scriptPolicy(script), `form-action ${hasButtons ? "'self'" : "'none'"}`].join(
      '; ',
    ),
    // The address of the page is a secret, and goes nowhere else.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

function scriptPolicy(script: PageScript | undefined): string[] {
  return script ? [`script-src ${hashOf(script.text)}`, `connect-src ${new URL(script.connectTo).origin}`] : [];
}

/** How a policy names an inline sheet or script. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function modeBadge(livemode: boolean, { liveMode, testMode }: Texts): Html {
  return livemode
    ? html`<span class="mode live" data-testid="mode">${liveMode}</span>`
    : html`<span class="mode test" data-testid="mode">${testMode}</span>`;
}
