import { createHash } from 'node:crypto';
import { SECOND_MS } from '#kernel/time.js';
import { COLOR } from '#resources/checkout/rules/checkout-session.rules.js';
import { Html, html } from './html.js';
import { MAX_REFRESH_MS, type Look } from './page.look.js';
import { STYLE } from './page.style.js';
import type { Texts } from './texts/texts.js';

/** An icon of nothing: without one, browsers ask the host for `/favicon.ico`. */
export const NO_ICON = new Html('<link rel="icon" href="data:,">');

/** The default of `frame-ancestors`. A setting names shops that may frame pages. */
export const NOT_FRAMED = "frame-ancestors 'none'";

export interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A script of the page's own, and the one address that it may call. Nothing else runs, and nothing else is
 * called.
 */
export interface PageScript {
  readonly text: string;
  readonly connectTo: string;
}

/**
 * The colours of a shop, `#rgb` or `#rrggbb` each: that of the buttons that pay, and that of what is written
 * on them.
 */
interface Theme {
  readonly button: string | null;
  readonly buttonText: string | null;
}

export interface Frame {
  readonly title: string;
  /** The purpose of the page, in its first line. */
  readonly purpose: string;
  readonly livemode?: boolean;
  /** The time left to choose; absent without a choice. */
  readonly leftMs?: number | undefined;
  /** True if the page has a choice without a time limit. */
  readonly hasForms?: boolean;
  readonly script?: PageScript;
  readonly theme?: Theme;
  readonly look?: Look | undefined;
  /** Redirect or reload. */
  readonly onward?: Onward | undefined;
  /** The tester's part, below the customer's. */
  readonly controls?: Html | undefined;
}

/** A redirect after `afterS` seconds, 0 by default. Without `to` the page reloads itself. */
interface Onward {
  readonly to?: string;
  readonly afterS?: number;
}

/** The frame of every page for customers (docs/fidelity.md G8). */
export function page(
  {
    title,
    purpose,
    livemode,
    leftMs,
    hasForms = leftMs !== undefined,
    script,
    theme,
    look,
    onward,
    controls,
  }: Frame,
  parts: readonly Html[],
  texts: Texts,
): Page {
  const end: Onward | undefined =
    leftMs !== undefined && leftMs <= MAX_REFRESH_MS
      ? { afterS: Math.ceil(leftMs / SECOND_MS) + 1 }
      : undefined;
  const styles = [STYLE, themeStyle(theme), look?.style ?? ''].filter((style) => style !== '');
  const { text } = html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshTag(onward ?? end)}
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
${controls}
<footer>${texts.emulated}</footer>
</main>
${script === undefined ? undefined : html`<script>${new Html(script.text)}</script>`}
</body>
</html>
`;
  return { text, headers: headersOf(texts, { hasButtons: hasForms, script, styles }) };
}

function refreshTag(onward: Onward | undefined): Html | undefined {
  return (
    onward &&
    html`<meta http-equiv="refresh" content="${onward.afterS ?? 0}${onward.to === undefined ? '' : `; url=${onward.to}`}">`
  );
}

/**
 * Chromium holds every redirect that follows a click to `form-action`, those of the shop itself too: none
 * follows (docs/fidelity.md G11).
 */
function headersOf({ language }: Texts, { hasButtons, script, styles }: Loaded): Page['headers'] {
  return {
    'Content-Language': language,
    'Content-Security-Policy': [
      ...contentPolicy(styles),
      ...scriptPolicy(script),
      `form-action ${hasButtons ? "'self'" : "'none'"}`,
    ].join('; '),
    // The address of the page is a secret, and goes nowhere else.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Lightness from 0 to 255. */
const DARK_INK_ABOVE = 150;

/** The parts of a page that its content security policy allows. */
interface Loaded {
  readonly hasButtons: boolean;
  readonly script: PageScript | undefined;
  readonly styles: readonly string[];
}

/** Only the page's own sheets and icon, and nothing else, may load or run. */
function contentPolicy(styles: readonly string[]): string[] {
  return [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    NOT_FRAMED,
  ];
}

/** The style sheet of a theme, empty without one. Values that are not colours are left out. */
function themeStyle({ button, buttonText }: Theme = { button: null, buttonText: null }): string {
  const ink = isColor(buttonText) ? buttonText : isColor(button) && inkOn(button);
  const rules = [isColor(button) && `:root { --brand: ${button}; }`, ink && `.pay { color: ${ink}; }`];
  return rules.filter((rule) => rule !== false).join(' ');
}

/** The text colour for a button without one: black on light colours, white on dark ones. */
function inkOn(color: string): string {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./g, '$&$&') : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > DARK_INK_ABOVE ? '#000' : '#fff';
}

function isColor(value: string | null): value is string {
  return value !== null && COLOR.test(value);
}

function scriptPolicy(script: PageScript | undefined): string[] {
  return script
    ? [`script-src ${hashOf(script.text)}`, `connect-src ${new URL(script.connectTo).origin}`]
    : [];
}

/** The hash of an inline style sheet or script for the policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function modeBadge(livemode: boolean, { liveMode, testMode }: Texts): Html {
  return livemode
    ? html`<span class="mode live" data-testid="mode">${liveMode}</span>`
    : html`<span class="mode test" data-testid="mode">${testMode}</span>`;
}
