import { createHash } from 'node:crypto';
import { COLOR } from '#domain/checkout/checkout-session.rules.js';
import { SECOND_MS } from '#domain/time.js';
import { Html, html } from './html.js';
import { MAX_REFRESH_MS, type Look } from './page.look.js';
import { STYLE } from './page.style.js';
import type { Texts } from './texts/texts.js';

/** An icon of nothing: without one, browsers ask the host for `/favicon.ico`. */
export const NO_ICON = new Html('<link rel="icon" href="data:,">');

/** What the policy of a page says of frames, unless a setting lets some shops show it in one. */
export const NOT_FRAMED = "frame-ancestors 'none'";

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

/** The colours of a shop, `#rgb` or `#rrggbb` each: that of the buttons that pay, and that of what is written on them. */
interface Theme {
  readonly button: string | null;
  readonly buttonText: string | null;
}

export interface Frame {
  readonly title: string;
  /** What the customer is here for, in the line above everything else. */
  readonly purpose: string;
  readonly livemode?: boolean;
  /** How long there is to choose; not there where there is nothing to choose. */
  readonly leftMs?: number | undefined;
  /** Whether there is something to choose though nothing runs out. */
  readonly hasForms?: boolean;
  readonly script?: PageScript;
  readonly theme?: Theme;
  readonly look?: Look | undefined;
  /** Where the page goes on to at once, by itself. */
  readonly onward?: string | undefined;
}

/** What every page that a customer sees has around its parts (docs/fidelity.md G8). */
export function page(
  { title, purpose, livemode, leftMs, hasForms = leftMs !== undefined, script, theme, look, onward }: Frame,
  parts: readonly Html[],
  texts: Texts,
): Page {
  const refreshS = leftMs !== undefined && leftMs <= MAX_REFRESH_MS ? Math.ceil(leftMs / SECOND_MS) + 1 : undefined;
  const styles = [STYLE, themeStyle(theme), look?.style ?? ''].filter((style) => style !== '');
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
${styles.map((style) => html`<style>${new Html(style)}</style>`)}
</head>
<body>
<main>
<div class="top"><span>${purpose}</span>${livemode === undefined ? undefined : modeBadge(livemode, texts)}</div>
<div class="card">
${look?.banner}
${parts}
</div>
<footer>${texts.emulated}</footer>
</main>
${script === undefined ? undefined : html`<script>${new Html(script.text)}</script>`}
</body>
</html>
`;
  return { text, headers: headersOf(texts, { hasButtons: hasForms, script, styles }) };
}

/** Chromium holds every redirect that follows a click to `form-action`, those of the shop itself too: none follows (docs/fidelity.md G11). */
function headersOf({ language }: Texts, { hasButtons, script, styles }: Loaded): Page['headers'] {
  return {
    'Content-Language': language,
    'Content-Security-Policy': [...contentPolicy(styles), ...scriptPolicy(script), `form-action ${hasButtons ? "'self'" : "'none'"}`].join(
      '; ',
    ),
    // The address of the page is a secret, and goes nowhere else.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** What a page loads and does, as far as its policy says so. */
interface Loaded {
  readonly hasButtons: boolean;
  readonly script: PageScript | undefined;
  readonly styles: readonly string[];
}

/** Only the page's own sheets and icon, and nothing else, may load or run. */
function contentPolicy(styles: readonly string[]): string[] {
  return ["default-src 'none'", `style-src ${styles.map(hashOf).join(' ')}`, 'img-src data:', "base-uri 'none'", NOT_FRAMED];
}

/** The sheet of a theme; empty where there is none. What is no colour gets into no sheet. */
function themeStyle({ button, buttonText }: Theme = { button: null, buttonText: null }): string {
  const rules = [isColor(button) && `:root { --brand: ${button}; }`, isColor(buttonText) && `.pay { color: ${buttonText}; }`];
  return rules.filter((rule) => rule !== false).join(' ');
}

function isColor(value: string | null): value is string {
  return value !== null && COLOR.test(value);
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
