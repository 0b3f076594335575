import type { PageKind } from '#resources/payment-methods/rules/payment-method.js';
import { html, Html } from './html.js';
import type { LookKind, Texts } from './texts/texts.js';

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
  card: {
    light: '#1f3f8f',
    dark: '#93b4ff',
    drawing: 'M12 2l8 3v6c0 5-3.4 9-8 11-4.6-2-8-6-8-11V5zM8.5 11.5l2.5 2.5 4.5-4.5',
  },
};

export function markOf(kind: LookKind): Html {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="${LOOKS[kind].drawing}"/></svg>`;
}

/** The look of a page of this kind. */
export function lookOf(kind: PageKind, { payment: { kinds } }: Texts): Look {
  const { light, dark } = LOOKS[kind];
  return { banner: bannerOf(kind, html`<span>${kinds[kind]}</span>`), style: sheetOf(light, dark) };
}

/** The look of a card issuer's page, which is not the shop's. */
export function issuerLook(issuer: string, { payment: { verify } }: Texts): Look {
  const { light, dark } = LOOKS.card;
  const name = html`<span>${issuer}</span><small data-testid="verify">${verify}</small>`;
  return { banner: bannerOf('card', html`<div>${name}</div>`), style: sheetOf(light, dark) + ISSUER_STYLE };
}

function bannerOf(kind: LookKind, name: Html): Html {
  return html`<div class="look" data-testid="look" data-look="${kind}">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${LOOKS[kind].drawing}"/></svg>
${name}
</div>`;
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

/** Square corners and a cool ground: not the card of a shop. */
const ISSUER_STYLE = `
:root { --ground: #e8edf6; --band: #14285e; }
@media (prefers-color-scheme: dark) { :root { --ground: #0a0f1c; --band: #22376f; } }
.card, .card button, .card input, .handoff { border-radius: 3px; }
.look { border-radius: 2px 2px 0 0; background: var(--band); color: #fff; }
.look span, .look small { display: block; }
.look small { font-size: .875rem; font-weight: 400; color: #d5def5; }
.handoff { border: 0; padding: 0; }
`;
