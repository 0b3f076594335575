import { HOUR_MS, SECOND_MS } from '#kernel/time.js';
import { html, Html } from './html.js';
import type { LookKind, Texts } from './texts/texts.js';

/**
 * A page that is still open when its time comes reloads itself then, and counts down to it, unless that is
 * further away than this.
 */
export const MAX_REFRESH_MS = HOUR_MS;

export interface Look {
  readonly banner: Html;
  readonly style: string;
}

/**
 * A colour for light and one for dark surroundings, as the buttons have it, and a drawing of 24 by 24 in one
 * line. All of them are Tollgate's own.
 */
const LOOKS: Readonly<
  Record<LookKind, { readonly light: string; readonly dark: string; readonly drawing: string }>
> = {
  internet_banking: {
    light: '#0b5c8c',
    dark: '#6cc0f0',
    drawing: 'M3 10l9-6 9 6M5 10v8m4-8v8m6-8v8m4-8v8M3 20h18',
  },
  mobile_banking: { light: '#0f6b52', dark: '#5fd6b0', drawing: 'M7 2h10v20H7zM11 18h2' },
  wallet: { light: '#8a2a6b', dark: '#f097d0', drawing: 'M3 8v12h18V8H3l11-5v5M16 14h2' },
  qr: {
    light: '#3b3f46',
    dark: '#c3cad4',
    drawing: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM14 20h1M20 14v1',
  },
  installments: {
    light: '#6a3fb0',
    dark: '#bfa2ff',
    drawing: 'M4 6h16v14H4zM4 10h16M8 3v4m8-4v4M8 14h2m4 0h2',
  },
  points: {
    light: '#8a5200',
    dark: '#f0b65c',
    drawing: 'M12 3l2.8 5.7 6.2.9-4.5 4.4 1 6.2-5.5-2.9-5.5 2.9 1-6.2L3 9.6l6.2-.9z',
  },
  counter: { light: '#a3341c', dark: '#ff9d85', drawing: 'M4 10v10h16V10M3 10l2-6h14l2 6zM9 20v-6h6v6' },
  card: { light: '#1f3f8f', dark: '#93b4ff', drawing: 'M2 5h20v14H2zM2 10h20M6 15h4' },
};

export function markOf(kind: LookKind): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="${LOOKS[kind].drawing}"/></svg>`;
}

/** The look of a page of this kind. With `leftMs` it has a countdown, without a script. */
export function lookOf(kind: LookKind, { payment: { kinds } }: Texts, leftMs?: number): Look {
  const { light, dark, drawing } = LOOKS[kind];
  const banner = html`<div class="look" data-testid="look" data-look="${kind}">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${drawing}"/></svg>
<span>${kinds[kind]}</span>
</div>`;
  return {
    banner,
    style:
      sheetOf(light, dark) + (leftMs !== undefined && leftMs <= MAX_REFRESH_MS ? countdownOf(leftMs) : ''),
  };
}

function sheetOf(light: string, dark: string): string {
  return `
:root { --brand: ${light}; }
@media (prefers-color-scheme: dark) { :root { --brand: ${dark}; } }
.look { display: flex; align-items: center; gap: .75rem; margin: -1.5rem -1.5rem 1.25rem; padding: 1rem 1.5rem; border-radius: 11px 11px 0 0; background: var(--brand); color: var(--on-brand); font-weight: 600; }
.look svg { flex: none; width: 1.75rem; height: 1.75rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.payee { margin: 0; color: var(--soft); font-size: .875rem; }
@media (max-width: 30rem) { .look { margin: -1.25rem -1.25rem 1.25rem; padding: 1rem 1.25rem; } }
.handoff { border-left: 4px solid var(--brand); text-align: left; }
`;
}

/** A countdown in minutes and seconds, with the words for assistive technology. */
function countdownOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `@property --left { syntax: "<integer>"; inherits: false; initial-value: 0; }
@property --minutes { syntax: "<integer>"; inherits: false; initial-value: 0; }
@keyframes left { from { --left: ${seconds}; } to { --left: 0; } }
dd > time { font-size: 0; }
dd > time::after { font-size: .925rem; font-variant-numeric: tabular-nums; animation: left ${seconds}s linear forwards; --minutes: max(0, var(--left) / 60 - .5);
counter-reset: minutes var(--minutes) seconds calc(var(--left) - 60 * var(--minutes)); content: counter(minutes) ":" counter(seconds, decimal-leading-zero); }
`;
}
