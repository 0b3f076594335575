import { createHash } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '#kernel/time.js';
import { COLOR } from '#resources/checkout/rules/checkout-session.rules.js';
import { Html, html } from './html.js';
import type { Look } from './page.look.js';
import { PAGE_SCRIPT } from './page.script.js';
import { STYLE } from './page.style.js';
import type { Texts } from './texts/texts.js';

/** An icon of nothing: without one, browsers ask the host for `/favicon.ico`. */
const NO_ICON = new Html('<link rel="icon" href="data:,">');

/** The default of `frame-ancestors`. A setting names shops that may frame pages. */
export const NOT_FRAMED = "frame-ancestors 'none'";

export interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Seconds between the requests of a waiting page, and until a shown outcome goes on to the shop. */
export const WAIT_S = 3;

/** Without scripts a page reloads itself at its expiry, unless that is further away. */
const MAX_REFRESH_MS = HOUR_MS;

/**
 * A script of the page's own, and the one address that it may call. Nothing else runs but
 * {@link PAGE_SCRIPT}, and nothing else is called.
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
  /** The time after which the page opens again; absent without a limit, and while the clock is frozen. */
  readonly leftMs?: number | undefined;
  readonly hasForms?: boolean;
  readonly script?: PageScript;
  readonly theme?: Theme;
  readonly look?: Look | undefined;
  readonly onward?: Redirect | undefined;
  /** The address of a page that waits for a payment: it opens again when the payment has ended. */
  readonly poll?: string | undefined;
  /** Below the card. */
  readonly aside?: Html | undefined;
  /** The tester's part, below the customer's. */
  readonly controls?: Html | undefined;
}

interface Redirect {
  readonly to: string;
  readonly afterS: number;
}

/** The frame of every page for customers (docs/fidelity.md G8). */
export function page(frame: Frame, parts: readonly Html[], texts: Texts): Page {
  const {
    title,
    purpose,
    livemode,
    hasForms = false,
    script,
    theme,
    look,
    poll,
    onward,
    aside,
    controls,
  } = frame;
  const styles = [STYLE, themeStyle(theme), look?.style ?? ''].filter((style) => style !== '');
  const refresh = refreshOf(frame);
  const scripts = [
    ...(hasForms || refresh !== undefined ? [PAGE_SCRIPT] : []),
    ...(script ? [script.text] : []),
  ];
  const connectTo = [
    ...(poll === undefined ? [] : ["'self'"]),
    ...(script ? [new URL(script.connectTo).origin] : []),
  ];
  const { text } = html`<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
<title>${title}</title>
${NO_ICON}
${styles.map((style) => html`<style>${new Html(style)}</style>`)}
</head>
<body>
<main${movesOf(onward, poll)}${hasForms ? html` data-missing="${texts.paying.missing}" data-invalid="${texts.paying.invalid}"` : undefined}>
<div class="top"><span>${purpose}</span>${livemode === undefined ? undefined : modeBadge(livemode, texts)}</div>
<div class="card">
${look?.banner}
${parts}
</div>
${aside}
${controls}
<footer>${texts.emulated}</footer>
</main>
${scripts.map((each) => html`<script>${new Html(each)}</script>`)}
</body>
</html>
`;
  return { text, headers: headersOf(texts, { hasForms, scripts, connectTo, styles }) };
}

/** The content of the `meta` element that moves the page without scripts. */
function refreshOf({ onward, poll, leftMs }: Frame): string | undefined {
  if (onward) return `${onward.afterS}; url=${onward.to}`;
  if (poll !== undefined) return `${WAIT_S}; url=${poll}`;
  const isSoon = leftMs !== undefined && leftMs <= MAX_REFRESH_MS;
  return isSoon ? String(Math.ceil(leftMs / SECOND_MS) + 1) : undefined;
}

/** The same for {@link PAGE_SCRIPT}. */
function movesOf(onward: Redirect | undefined, poll: string | undefined): Html | undefined {
  if (onward) return html` data-to="${onward.to}" data-after-ms="${onward.afterS * SECOND_MS}"`;
  return poll === undefined ? undefined : html` data-poll="${poll}" data-after-ms="${WAIT_S * SECOND_MS}"`;
}

/**
 * Chromium holds every redirect that follows a click to `form-action`, those of the shop itself too: none
 * follows (docs/fidelity.md G11).
 */
function headersOf({ language }: Texts, { hasForms, scripts, connectTo, styles }: Loaded): Page['headers'] {
  return {
    'Content-Language': language,
    'Content-Security-Policy': [
      ...contentPolicy(styles),
      ...(scripts.length === 0 ? [] : [`script-src ${scripts.map(hashOf).join(' ')}`]),
      ...(connectTo.length === 0 ? [] : [`connect-src ${connectTo.join(' ')}`]),
      `form-action ${hasForms ? "'self'" : "'none'"}`,
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
  readonly hasForms: boolean;
  readonly scripts: readonly string[];
  readonly connectTo: readonly string[];
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

/** The hash of an inline style sheet or script for the policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function modeBadge(livemode: boolean, { liveMode, testMode }: Texts): Html {
  return livemode
    ? html`<span class="mode live" data-testid="mode">${liveMode}</span>`
    : html`<span class="mode test" data-testid="mode">${testMode}</span>`;
}
